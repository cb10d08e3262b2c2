import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { MAX_WAITING_LINES, readMessageLines } from './message-lines.ts';

const LINE = 'x'.repeat(10_000);
const LINES = 1000;

test('reads no further while lines wait, and handles all of them in order once they may', async () => {
  const stream = new PassThrough();
  const handled: string[] = [];
  let open = (): void => {};
  const gate = new Promise<void>((resolve) => {
    open = resolve;
  });
  let ends = 0;
  const { done } = readMessageLines(stream, {
    maxLength: LINE.length + 10,
    async onLine(line) {
      await gate;
      handled.push(line.slice(0, 4));
    },
    onTooLong: () => undefined,
    onEnd: () => {
      ends += 1;
    },
  });
  let taken = 0;
  const write = async (): Promise<void> => {
    for (let n = 0; n < LINES; n += 1) {
      const mayContinue = stream.write(`${String(n).padStart(4, '0')}${LINE}\n`);
      taken += LINE.length;
      if (!mayContinue) await once(stream, 'drain');
    }
    stream.end();
  };
  const writing = write();
  while (!stream.isPaused()) await new Promise(setImmediate);
  expect(taken).toBeLessThan(2 * MAX_WAITING_LINES);
  expect(handled).toEqual([]);
  open();
  await writing;
  await done;
  expect(handled).toEqual(Array.from({ length: LINES }, (_, n) => String(n).padStart(4, '0')));
  expect(ends).toBe(1);
});

test('a stream that breaks has ended, with the lines that came before', async () => {
  const stream = new PassThrough();
  const handled: string[] = [];
  const { done, stop } = readMessageLines(stream, {
    maxLength: 100,
    onLine: (line) => void handled.push(line),
    onTooLong: () => undefined,
  });
  stream.write('one\ntwo\nthr');
  await new Promise(setImmediate);
  stream.destroy(new Error('ECONNRESET'));
  await done;
  expect(handled).toEqual(['one', 'two', 'thr']);
  stop();
});
