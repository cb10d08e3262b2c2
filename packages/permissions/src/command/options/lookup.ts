import type { OptionTable } from './table.ts';

/** What follows an option: nothing, a value, perhaps a value glued to it, or two values. */
export type Arity = 'none' | 'value' | 'glued' | 'pair';

/** A table made ready for looking words up. */
export interface Lookup {
  /** By letter, without dash. */
  readonly letters: ReadonlyMap<string, Arity>;
  /** By whole option, with its dashes. */
  readonly words: ReadonlyMap<string, Arity>;
  readonly spelledValues: ReadonlySet<string>;
  readonly runs: ReadonlySet<string>;
  readonly requires: ReadonlySet<string>;
  readonly scriptOptions: ReadonlySet<string>;
  readonly only: ReadonlyMap<string, RegExp>;
  readonly subcommands: ReadonlyMap<string, OptionTable> | undefined;
}

const made = new WeakMap<OptionTable, Lookup>();

/** The lookup of a table, made when it is first asked for. */
export function lookupOf(table: OptionTable): Lookup {
  let lookup = made.get(table);
  if (lookup === undefined) made.set(table, (lookup = makeLookup(table)));
  return lookup;
}

function makeLookup(table: OptionTable): Lookup {
  const letters = new Map<string, Arity>();
  const words = new Map<string, Arity>();
  for (const letter of table.flags ?? '') letters.set(letter, 'none');
  for (const letter of table.glued ?? '') letters.set(letter, 'glued');
  for (const letter of table.values ?? '') letters.set(letter, 'value');
  for (const word of entries(table.long)) words.set(word, 'none');
  for (const word of entries(table.longGlued)) words.set(word, 'glued');
  for (const word of entries(table.longValues)) words.set(word, 'value');
  for (const word of entries(table.longPairs)) words.set(word, 'pair');
  return {
    letters,
    words,
    spelledValues: new Set(entries(table.spelledValues)),
    runs: new Set(entries(table.runs)),
    requires: new Set(entries(table.requires)),
    scriptOptions: new Set(entries(table.scriptOptions)),
    only: new Map(Object.entries(table.only ?? {})),
    subcommands:
      table.subcommands === undefined ? undefined : new Map(Object.entries(table.subcommands)),
  };
}

function entries(list: string | undefined): string[] {
  return (list ?? '').split(/\s+/).filter((entry) => entry !== '');
}
