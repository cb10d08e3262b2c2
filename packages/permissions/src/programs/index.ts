import { GIT } from './git.ts';
import { JAVASCRIPT } from './javascript.ts';
import { LANGUAGES } from './languages.ts';
import { NETWORK } from './network.ts';
import { READING } from './reading.ts';
import { RUNNING } from './running.ts';
import { SEARCHING } from './searching.ts';
import { SERVICES } from './services.ts';
import { HELD, type OptionTable } from './table.ts';
import { WRITING } from './writing.ts';

const TABLES: ReadonlyMap<string, OptionTable> = new Map(
  // A program that has a table of its own is not only one that runs anything.
  [RUNNING, READING, SEARCHING, WRITING, GIT, JAVASCRIPT, LANGUAGES, NETWORK, SERVICES].flatMap(
    (family) => Object.entries(family),
  ),
);

/** The GNU programs of systems that have others under the plain name. */
const GNU_PREFIXED = new Set(
  'gsed gtar gmake gfind gsort gawk ggrep gls gcat gtail ghead gxargs gdate gdu gstat'.split(' '),
);

/** What is known of the words of a program; `undefined` when nothing is. */
export function tableOf(program: string): OptionTable | undefined {
  const own = TABLES.get(program);
  if (own !== undefined) return own;
  if (program === 'bsdtar') return TABLES.get('tar');
  if (GNU_PREFIXED.has(program)) return TABLES.get(program.slice(1));
  if (VERSIONED.test(program)) return TABLES.get(program.replace(/[\d.-]+$/, ''));
  return program.startsWith('mkfs.') ? HELD : undefined;
}

/** `python3.11`, `gcc-12`, `clang-format-14`. */
const VERSIONED = /^[a-z+]+-?\d[\d.]*$/;

/** Whether a program runs whatever its words say, so that no rule should leave them open. */
export function runsAnything(program: string): boolean {
  const table = tableOf(program);
  if (table === undefined || table.harmless === true || table.text === true) return false;
  return table.operands === 'held' || table.operands === 'script' || table.script !== undefined;
}

/**
 * How many first words "Always" keeps before the wildcard of the rule that it offers: the program,
 * its subcommands, and what the table says. `undefined` when a rule with a wildcard is nothing to
 * offer: the program is not known, runs or destroys things, or the words are not the usual ones.
 */
export function offeredLength(words: readonly string[]): number | undefined {
  // Another version, or another program of the name in some folder, is not the one that is known.
  let table = TABLES.get(words[0] ?? '');
  let length = 1;
  while (table?.subcommands !== undefined) {
    const word = words[length] ?? '';
    const inner: OptionTable | undefined = Object.hasOwn(table.subcommands, word)
      ? table.subcommands[word]
      : undefined;
    if (inner === undefined) break;
    table = inner;
    length += 1;
  }
  return table?.offers === undefined ? undefined : length + table.offers;
}
