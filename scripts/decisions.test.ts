import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../docs/decisions', import.meta.url));
const files = readdirSync(folder).filter((name) => name !== 'README.md');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The lines of the index, by the file they link to. */
const listed = new Map(
  [...read('README.md').matchAll(/^- \[(.+?)\]\((\d{4}-[\w-]+\.md)\): (.+)$/gm)].map(
    ([, title = '', file = '', summary = '']) => [file, { title, summary }],
  ),
);

describe('the decisions', () => {
  test('have different numbers', () => {
    expect(files.length).toBeGreaterThan(70);
    expect(files.filter((file) => !/^\d{4}-[a-z\d-]+\.md$/.test(file))).toEqual([]);
    expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
  });

  test.each(files)('%s is in the index, with its title', (file) => {
    const [title = ''] = read(file).split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. [A-Za-z].*[^.\`]$`));
    expect(`# ${listed.get(file)?.title}`).toBe(title);
  });

  test('are all that the index lists', () => {
    expect([...listed.keys()].toSorted()).toEqual(files.toSorted());
  });
});
