import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLineReader } from './line-reader.ts';

test.each([
  [
    { columns: 100, rows: 30 },
    { columns: 100, rows: 30 },
  ],
  [
    { columns: 0, rows: 0 },
    { columns: 80, rows: 24 },
  ],
  [{}, { columns: 80, rows: 24 }],
])('a terminal of the size %j is written to as %j', (size, used) => {
  const nothing = { write: () => undefined };
  const io = {
    stdin: Object.assign(Readable.from([]), { isTTY: true }),
    stdout: { ...nothing, ...size },
    stderr: nothing,
    env: {},
    on: () => undefined,
    off: () => undefined,
  };
  expect(createLineReader(io, () => undefined).size()).toEqual(used);
});
