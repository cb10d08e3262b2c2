import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'docs/security');

/** The entries of the threat model: an attack, a defence and a test. */
const entries = readdirSync(folder)
  .filter((file) => file !== 'README.md')
  .flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/^(?=- |#)/m)
      .filter((part) => part.startsWith('- ')),
  );

const tests = ['packages', 'e2e', 'scripts'].flatMap((name) =>
  readdirSync(join(root, name), { recursive: true, withFileTypes: true })
    .filter((file) => {
      return /\.(?:test|spec)\.tsx?$/.test(file.name) && !file.parentPath.includes('node_modules');
    })
    .map((file) => relative(root, join(file.parentPath, file.name))),
);

/** The tests named in an entry, and the quoted titles after each. */
function namedIn(entry: string): { path: string; names: string[] }[] {
  const line = /^ {2}- Test: (.*)$/m.exec(entry)?.[1] ?? '';
  const found = line.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`((?:(?:,| and)? "[^"]+")*)/g);
  return [...found].map(([, path = '', names = '']) => ({
    path,
    names: [...names.matchAll(/"([^"]+)"/g)].map(([, name = '']) => name),
  }));
}

describe('the threat model', () => {
  test('has an attacker, a defence and a test in every entry', () => {
    expect(entries.length).toBeGreaterThan(140);
    const form = /^- \*\*[^*]+\*\* .+\n {2}- Defence: .+\n {2}- Test: .+\n*$/;
    expect(entries.filter((entry) => !form.test(entry) || namedIn(entry).length === 0)).toEqual([]);
  });

  test('names tests that exist', () => {
    const named = entries.flatMap(namedIn);
    expect(named.filter(({ path }) => !tests.includes(path)).map(({ path }) => path)).toEqual([]);
    const lost = named.flatMap(({ path, names }) => {
      const text = readFileSync(join(root, path), 'utf8');
      return names.filter((name) => !text.includes(name)).map((name) => `${path}: ${name}`);
    });
    expect(named.flatMap(({ names }) => names).length).toBeGreaterThan(30);
    expect(lost).toEqual([]);
  });

  test('is linked from its overview', () => {
    const overview = readFileSync(join(folder, 'README.md'), 'utf8');
    const linked = [...overview.matchAll(/^- \[.+?\]\(([\w-]+\.md)\)/gm)].map(([, to = '']) => to);
    expect(linked.toSorted()).toEqual(
      readdirSync(folder)
        .filter((file) => file !== 'README.md')
        .toSorted(),
    );
  });
});
