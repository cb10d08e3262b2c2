import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import * as audit from '../audit/index.ts';
import * as headless from '../headless.ts';
import * as kit from '../index.ts';
import * as query from '../query/index.ts';
import * as receipt from '../receipt/index.ts';

const readme = await readFile(`${import.meta.dirname}/../../README.md`, 'utf8');

/** The rows below a heading, as cells. */
function rowsBelow(heading: string): readonly (readonly string[])[] {
  const section = readme.split(/^### /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const rows = [...section.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) => row.split(/ +\| /));
  return rows.slice(2);
}

const namesIn = (cell = ''): string[] => [...cell.matchAll(/`(\w+)/g)].map(([, name = '']) => name);

const modules: Readonly<Record<string, object>> = { ...kit, ...audit, ...receipt };
const components = Object.entries(modules).filter(
  ([, value]) => Object.prototype.toString.call(value) === '[object Module]',
);
const [[, ofEveryCard] = []] = rowsBelow('Every part');
const rows = new Map(rowsBelow('Every part').map(([name, parts]) => [namesIn(name)[0], parts]));

test.each(components)('the README lists every part of %s', (name, parts) => {
  const cell = rows.get(name) ?? '';
  const shared = cell.startsWith('a card') ? namesIn(ofEveryCard) : [];
  expect([...shared, ...namesIn(cell)].toSorted()).toEqual(Object.keys(parts).toSorted());
});

test('the README lists every hook, and its import', () => {
  const isHook = (name: string): boolean => name.startsWith('use');
  const there = Object.entries({ '': kit, headless, audit, query }).flatMap(([entry, module]) =>
    Object.keys(module)
      .filter((name) => isHook(name))
      .map((name) => `${name} ${entry}`.trim()),
  );
  const said = rowsBelow('Every hook').flatMap(([hooks, from = '']) =>
    namesIn(hooks).flatMap((hook) => [
      ...(from.startsWith('and') ? [hook] : []),
      ...[...from.matchAll(/`\/(\w+)`/g)].map(([, entry = '']) => `${hook} ${entry}`),
    ]),
  );
  expect(said.toSorted()).toEqual(there.toSorted());
});
