import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const folder = 'packages/react/tests/';
const guide = readFileSync(new URL('docs/guides/accessibility.md', root), 'utf8');

/** Every promise of the guide with the tests it names. */
const promises = guide
  .split(/^### /m)
  .slice(1)
  .map((section) => {
    const [promise = '', ...lines] = section.split('\n');
    const tests = lines.flatMap((line) => {
      const [, file = '', name = ''] = /^- `([^`]+)`: (.+)$/.exec(line) ?? [];
      return file === '' ? [] : [{ path: file.includes('/') ? file : folder + file, name }];
    });
    return { promise, tests };
  });

/** The test titles in a file: those of `test` and `test.each`, or the exports of stories. */
function namesIn(path: string): string[] {
  const source = readFileSync(new URL(path, root), 'utf8');
  const found = path.endsWith('.stories.tsx')
    ? source.matchAll(/^export const (\w+): Story/gm)
    : source.matchAll(/^(?:test\(|test\.each\([^;]*?\)\(\s*)'([^']+)'/gm);
  return [...found].map(([, name = '']) => name);
}

describe('the guide to accessibility', () => {
  test('has a test for every promise of the kit', () => {
    expect(promises).toHaveLength(21);
    for (const { promise, tests } of promises) expect(tests, promise).not.toHaveLength(0);
  });

  test.each(promises)('names tests that exist: $promise', ({ tests }) => {
    for (const { path, name } of tests) expect(namesIn(path)).toContain(name);
  });

  test('names a test of each accessibility test file', () => {
    const files = readdirSync(new URL(folder, root)).filter((file) => file.endsWith('.test.tsx'));
    const named = promises.flatMap(({ tests }) => tests.map(({ path }) => path));
    expect(files.filter((file) => !named.includes(folder + file))).toEqual([]);
  });
});
