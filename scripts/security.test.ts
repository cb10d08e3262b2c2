import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const rows = readFileSync(join(root, 'SECURITY.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|') && !/^\|[\s|-]*$|^\| attacker/.test(line));

const tests = ['packages', 'e2e', 'scripts'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter(({ name, parentPath }) => {
      return /\.(?:test|spec)\.tsx?$/.test(name) && !parentPath.includes('node_modules');
    })
    .map(({ name, parentPath }) => relative(root, join(parentPath, name))),
);

/** The path of a test named in the document; `attacks/` and `fuzz/` stand for folders of two packages. */
const placeOf = (name: string): string =>
  ['server', 'permissions']
    .map((folder) => `packages/${folder}/tests/${name}`)
    .find((path) => tests.includes(path)) ?? name;

/** The tests named in a row, and the quoted titles after each. */
function namedIn(row: string): { path: string; names: string[] }[] {
  const found = row.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:(?:,| and)? "[^"]+")*)/g);
  return [...found].map(([, path = '', names = '']) => ({
    path: placeOf(path),
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }));
}

describe('the threat model', () => {
  test('has a test in every row', () => {
    expect(rows.length).toBeGreaterThan(90);
    expect(rows.filter((row) => namedIn(row).length === 0)).toEqual([]);
  });

  test('names tests that exist', () => {
    const named = rows.flatMap(namedIn);
    expect(named.filter(({ path }) => !tests.includes(path)).map(({ path }) => path)).toEqual([]);
    const lost = named.flatMap(({ path, names }) => {
      const text = readFileSync(join(root, path), 'utf8');
      return names.filter((name) => !text.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(named.flatMap(({ names }) => names).length).toBeGreaterThan(30);
    expect(lost).toEqual([]);
  });
});
