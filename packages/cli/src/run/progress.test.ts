import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sessionLog, toolCompleted, toolProgress, toolStarted } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { agentFolder, bash } from '../../tests/run.fixture.ts';
import { createProgressLines } from './progress.ts';

test('a running tool prints at most one line a second, without repeats', () => {
  let time = 0;
  const lines = createProgressLines(() => time);
  const [started, completed] = sessionLog([toolStarted(), toolCompleted()]);
  const say = (data: Parameters<typeof toolProgress>[0]): string | null =>
    lines.lineOf(toolProgress(data));
  expect(say({ progress: 1 })).toBeNull();
  lines.add(started!);
  const { tool_name: name } = toolStarted().data;
  expect(say({ progress: 1, total: 12, text: 'Copying a\nCopying b\n' })).toBe(
    `${name}: 1 of 12 Copying b`,
  );
  time = 999;
  expect(say({ progress: 2, total: 12 })).toBeNull();
  time = 1000;
  expect(say({ progress: 2, total: 12 })).toBe(`${name}: 2 of 12`);
  time = 5000;
  expect(say({ progress: 2, total: 12 })).toBeNull();
  expect(say({ progress: 3, text: '\u001B[2Jgone' })).toBe(`${name}: 3 of 12 \\u{1B}[2Jgone`);
  lines.add(completed!);
  time = 9000;
  expect(say({ progress: 4 })).toBeNull();
});

test(
  'a run prints on stderr what a command writes while it runs',
  { timeout: 180_000 },
  async () => {
    const folder = await agentFolder([bash('echo "half way"; cat go'), { text: 'Done' }], {
      tool_policies: { bash: 'allow' },
    });
    const go = join(folder.path, 'go');
    await promisify(execFile)('mkfifo', [go]);
    const running = folder.start(['run']);
    await running.wrote('delta: bash: half way\n');
    await writeFile(go, '');
    expect(await running.ended).toMatchObject({ code: 0, stdout: 'Done\n' });
  },
);
