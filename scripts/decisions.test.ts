import { existsSync, globSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const folder = join(root, 'docs/decisions');
const files = readdirSync(folder).filter((name) => name !== 'README.md');
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

/** The lines of the index, by the file they link to. */
const listed = new Map(
  [...read('README.md').matchAll(/^- \[(.+?)\]\((\d{4}-[\w-]+\.md)\): (.+)$/gm)].map(
    ([, title = '', file = '', summary = '']) => [file, { title, summary }],
  ),
);

/** The source files of the repository, each with a slash before its path. */
const sources = globSync('**/*.{ts,tsx,cjs,mjs}', {
  cwd: root,
  exclude: ['**/node_modules', '**/dist'],
}).map((path) => `/${path}`);

describe('the decisions', () => {
  test('have different numbers', () => {
    expect(files.length).toBeGreaterThan(70);
    expect(files.filter((file) => !/^\d{4}-[a-z\d-]+\.md$/.test(file))).toEqual([]);
    expect(new Set(files.map((file) => file.slice(0, 4))).size).toBe(files.length);
  });

  test.each(files)('%s has the form of an ADR', (file) => {
    const [title = '', blank, status = ''] = read(file).split('\n');
    expect(title).toMatch(new RegExp(`^# ${Number(file.slice(0, 4))}\\. [A-Za-z].*[^.\`]$`));
    expect(blank).toBe('');
    expect(status).toMatch(
      /^Status: (?:Accepted|Superseded by \[\d+\]\(\S+\)|Partly superseded by \[\d+\]\(\S+\): .+)$/,
    );
    const headings = [...read(file).matchAll(/^## (.*)$/gm)].map(([, heading = '']) => heading);
    const sections = ['Context', 'Decision', 'Alternatives', 'Consequences'];
    expect(headings).toEqual(
      sections.filter((name, place) => place < 2 || headings.includes(name)),
    );
  });

  test.each(files)('%s is in the index, with its title and status', (file) => {
    const [title = '', , status = ''] = read(file).split('\n');
    const line = listed.get(file);
    expect(`# ${line?.title}`).toBe(title);
    const by = [...status.matchAll(/\[(\d+)\]/g)].map(([, number]) => number).join(' and ');
    const mark = /(?:\*\*Superseded|Partly superseded) by .*$/.exec(line?.summary ?? '')?.[0];
    const wholly = status.startsWith('Status: Superseded');
    expect(mark).toBe(
      by === '' ? undefined : wholly ? `**Superseded by ${by}.**` : `Partly superseded by ${by}.`,
    );
  });

  test.each(files)('%s names only files that exist', (file) => {
    const named = [...read(file).matchAll(/`([\w./-]+\.(?:tsx?|cjs|mjs))`/g)].map(
      ([, path = '']) => path,
    );
    const lost = named.filter(
      (path) =>
        !existsSync(join(root, path)) && !sources.some((source) => source.endsWith(`/${path}`)),
    );
    expect(lost).toEqual([]);
  });

  test('are all that the index lists', () => {
    expect([...listed.keys()].toSorted()).toEqual(files.toSorted());
  });
});
