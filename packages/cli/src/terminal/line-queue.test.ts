import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineQueue } from './line-queue.ts';

async function linesOf(...chunks: readonly (string | Buffer)[]): Promise<string[]> {
  const queue = createLineQueue(Readable.from(chunks));
  const lines: string[] = [];
  for (;;) {
    const line = await queue.next();
    if (line === null) return lines;
    lines.push(line);
  }
}

test.each<[string, (string | Buffer)[], string[]]>([
  ['nothing', [], []],
  ['lines of both kinds', ['one\ntwo\r\n\nfour'], ['one', 'two', '', 'four']],
  ['a line in pieces', ['on', 'e\nt', 'wo\n'], ['one', 'two']],
  [
    'a character in pieces',
    [Buffer.from('漢\n').subarray(0, 2), Buffer.from('漢\n').subarray(2)],
    ['漢'],
  ],
  [
    'what other programs call line ends',
    ['no\ryes\u2028yes\u0085yes\n'],
    ['no\ryes\u2028yes\u0085yes'],
  ],
  ['a byte order mark', [Buffer.from('\uFEFFyes\n')], ['yes']],
])('reads %s', async (_, chunks, lines) => {
  expect(await linesOf(...chunks)).toEqual(lines);
});

test('waits for a line that has not arrived, and leaves what follows it', async () => {
  const input = new PassThrough();
  const queue = createLineQueue(input);
  const first = queue.next();
  input.write('one\ntwo\nthr');
  expect(await first).toBe('one');
  expect(await queue.next()).toBe('two');
  const third = queue.next();
  input.end('ee');
  expect(await third).toBe('three');
  expect(await queue.next()).toBeNull();
  queue.close();
});
