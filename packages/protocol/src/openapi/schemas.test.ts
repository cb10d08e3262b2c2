import { readFileSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCHEMAS } from './schemas.ts';

interface Fixture {
  readonly schema: string;
  readonly cases: readonly { name: string; value: unknown; path?: string }[];
}

/** The content of `fixtures/valid` or `fixtures/invalid`: one file per schema. */
function fixtures(kind: 'valid' | 'invalid'): readonly Fixture[] {
  const folder = new URL(`../../fixtures/${kind}/`, import.meta.url);
  return readdirSync(folder).map(
    (file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Fixture,
  );
}

const rows = (kind: 'valid' | 'invalid') =>
  fixtures(kind).flatMap(({ schema, cases }) => cases.map((one) => ({ schema, ...one })));

describe('fixtures', () => {
  it.each(['valid', 'invalid'] as const)('%s ones exist for every schema', (kind) => {
    const names = fixtures(kind).map(({ schema }) => schema);
    expect(names.toSorted()).toEqual(Object.keys(SCHEMAS).toSorted());
  });

  it.each(rows('valid'))('$schema accepts $name unchanged', ({ schema, value }) => {
    const parsed = SCHEMAS[schema]?.parse(value);
    expect(parsed).toEqual(value);
    expect(JSON.parse(JSON.stringify(parsed))).toEqual(value);
  });

  it.each(rows('invalid'))('$schema refuses $name at "$path"', ({ schema, ...one }) => {
    const parsed = SCHEMAS[schema]?.safeParse(one.value);
    const paths = parsed?.error?.issues.map(({ path }) => path.join('.'));
    expect(paths).toEqual([one.path]);
  });
});
