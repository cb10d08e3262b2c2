import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { sha256Sync } from './sha256.ts';

test.each<[what: string, text: string]>([
  ['nothing', ''],
  ['letters', 'abc'],
  ['characters of several bytes', 'ä漢😀'],
  ...Array.from(
    { length: 130 },
    (_, length) => [`${length} bytes`, 'x'.repeat(length)] as [string, string],
  ),
  ['much', 'long '.repeat(100_000)],
])('the digest of %s is that of SHA-256', (_, text) => {
  expect(sha256Sync(text)).toBe(createHash('sha256').update(text).digest('hex'));
});
