import { existsSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { expect, test } from 'vitest';

const folder = resolve(import.meta.dirname, '..');
const { exports } = JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as {
  readonly exports: Readonly<Record<string, { readonly '@hitl/source'?: string } | string>>;
};
const entries = Object.values(exports)
  .flatMap((each) => (typeof each === 'string' ? [] : (each['@hitl/source'] ?? [])))
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => resolve(folder, file));

/** The modules that a server component evaluates: those marked as client code are only referred to. */
function evaluated(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const open = [...entries];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (found.has(file)) continue;
    const text = readFileSync(file, 'utf8');
    if (text.startsWith("'use client';")) continue;
    found.set(file, text);
    const at = dirname(file);
    const imports = text.matchAll(/^(?:import|export)\s(?!type\b)[^;]*?from '(\.[^']+)'/gm);
    open.push(...[...imports].map(([, path = '']) => resolve(at, path)).filter(existsSync));
  }
  return found;
}

test('a server component can import every entry: what needs a browser is marked as client code', () => {
  const modules = evaluated();
  expect(modules.size).toBeGreaterThan(20);
  const unmarked = [...modules].filter(([, text]) =>
    /^import (?!type)[^;]*\b(?:use|use[A-Z]\w*|createContext|Component)\b[^;]* from 'react'/m.test(
      text,
    ),
  );
  expect(unmarked.map(([file]) => file)).toEqual([]);
});
