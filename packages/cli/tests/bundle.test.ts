import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cliFolder } from './bundle.fixture.ts';

test('all files of the bundle are ASCII, which the loader relies on', async () => {
  const dist = join(cliFolder, 'dist');
  const names = await readdir(dist, { recursive: true });
  const code = names.filter((name) => name.endsWith('.cjs'));
  expect(code.length).toBeGreaterThan(10);
  const others: string[] = [];
  for (const name of code) {
    const bytes = await readFile(join(dist, name));
    if (bytes.some((byte) => byte > 0x7f)) others.push(name);
  }
  expect(others).toEqual([]);
});

test('no chunk of the bundle loads another one before it is used', async () => {
  const chunks = join(cliFolder, 'dist/chunks');
  const names = await readdir(chunks);
  const uses = await Promise.all(names.map((name) => readFile(join(chunks, name), 'utf8')));
  expect(uses.filter((code) => code.includes('??= require("./')).length).toBeGreaterThan(10);
  expect(uses.filter((code) => /^const \S+ = require\("\.\//m.test(code))).toEqual([]);
});
