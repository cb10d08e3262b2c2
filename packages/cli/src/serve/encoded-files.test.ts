import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { createFileEncoder } from './encoded-files.ts';

const text = 'const waiting = true;\n'.repeat(500);
const file = new TextEncoder().encode(text);

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
] as const)(
  'a browser that accepts %s gets %s, with the content of the file',
  async (accepts, name, decode) => {
    const { body, encoding } = await createFileEncoder()(file, accepts);
    expect(encoding).toBe(name);
    expect(body.length).toBeLessThan(file.length / 10);
    expect(decode(body).toString()).toBe(text);
  },
);

test.each(['', 'identity', 'br;q=0'])(
  'a client that accepts “%s” gets the uncompressed file',
  async (accepts) => {
    expect(await createFileEncoder()(file, accepts)).toEqual({ body: file });
  },
);

test('a file is compressed only once', async () => {
  const encode = createFileEncoder();
  const [first, second] = [await encode(file, 'br'), await encode(file, 'br')];
  expect(second.body).toBe(first.body);
});
