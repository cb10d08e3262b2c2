import { crc32 as ofNode } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { crc32 } from './crc32.ts';

test('the CRC-32 of any text is that of zlib', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      expect(crc32(text)).toBe(ofNode(text));
    }),
  );
});
