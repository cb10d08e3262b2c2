import { expect, test } from 'vitest';
import { LOG_LEVELS, createLog } from './log.ts';

test.each(LOG_LEVELS.map((level, index) => [level, LOG_LEVELS.slice(1, index + 1)] as const))(
  'at level %s writes %j',
  (level, told) => {
    const lines: string[] = [];
    const log = createLog(level, (line) => lines.push(line));
    log.error('message');
    log.warn('message');
    log.info('message');
    log.debug('message');
    expect(lines).toEqual(told.map((own) => `${own}: message\n`));
  },
);

test('keeps a message with line breaks from looking like two', () => {
  const lines: string[] = [];
  createLog('info', (line) => lines.push(line)).info('first\nerror: forged');
  expect(lines).toEqual(['info: first\n  error: forged\n']);
});
