import { expect, test } from 'vitest';
import { keepHead, keepTail, type CapturedOutput } from './captured-output.ts';

function push(output: CapturedOutput, bytes: Uint8Array, size: number): CapturedOutput {
  for (let at = 0; at < bytes.length; at += size) output.push(bytes.subarray(at, at + size));
  return output;
}

const TEXT = Buffer.from('äöü€😀z');

test.each([1, 2, 3, 64])('keeps whole characters of either end, in pieces of %i bytes', (size) => {
  expect(push(keepHead(5), TEXT, size).text()).toBe('äö');
  expect(push(keepTail(7), TEXT, size).text()).toBe('😀z');
});

test.each([keepHead, keepTail])('keeps all that fits, and counts all', (keep) => {
  const roomy = push(keep(100), TEXT, 3);
  expect([roomy.text(), roomy.bytes]).toEqual(['äöü€😀z', TEXT.length]);
  expect(push(keep(2), TEXT, 3).bytes).toBe(TEXT.length);
  expect(keep(2).text()).toBe('');
});

test('shows invalid UTF-8 as replacement characters', () => {
  const bytes = Buffer.from([0x61, 0xff, 0x62]);
  expect(push(keepHead(10), bytes, 1).text()).toBe('a\uFFFDb');
  expect(push(keepTail(10), bytes, 1).text()).toBe('a\uFFFDb');
});
