import { createNameFilter } from '../name-filter.ts';
import { BUILTINS } from './builtins.ts';
import { GIT } from './git.ts';
import { JAVASCRIPT } from './javascript.ts';
import { LANGUAGES } from './languages.ts';
import { NETWORK } from './network.ts';
import { HELD, isListed, type Program, type Words } from './program.ts';
import { READING } from './reading.ts';
import { RUNNING } from './running.ts';
import { SEARCHING } from './searching.ts';
import { SERVICES } from './services.ts';
import { WRAPPERS } from './wrappers.ts';
import { WRITING } from './writing.ts';

const PROGRAMS: ReadonlyMap<string, Program> = new Map(
  [
    BUILTINS,
    RUNNING,
    WRAPPERS,
    READING,
    SEARCHING,
    WRITING,
    GIT,
    JAVASCRIPT,
    LANGUAGES,
    NETWORK,
    SERVICES,
  ].flatMap((family) => Object.entries(family)),
);

/** The table of a program; an empty one if the program is not known. */
export function programOf(name: string): Program | undefined {
  return PROGRAMS.get(name);
}

/** The prefix of GNU programs on systems that have others under the plain name. */
const GNU_PREFIXED =
  'gsed gtar gmake gfind gsort gawk ggrep gls gcat gtail ghead gxargs gdate gdu gstat';

/** `python3.11`, `gcc-12`, `clang-format-14`. */
const VERSIONED = /^[a-z+]+-?\d[\d.]*$/;

/** The table of a program's words; `undefined` if there is none. */
export function wordsOf(name: string): Words | undefined {
  const own = described(name);
  if (own !== undefined) return own;
  if (name === 'bsdtar') return described('tar');
  if (isListed(GNU_PREFIXED, name)) return described(name.slice(1));
  if (VERSIONED.test(name)) return described(name.replace(/[\d.-]+$/, ''));
  return name.startsWith('mkfs.') ? HELD : undefined;
}

function described(name: string): Program | undefined {
  const program = PROGRAMS.get(name);
  return program?.undescribed === true ? undefined : program;
}

/**
 * Whether a program runs arbitrary commands whatever its arguments are, so that no rule should leave them
 * open.
 */
export function runsAnything(name: string): boolean {
  const words = wordsOf(name);
  if (words === undefined || words.harmless === true || words.text === true) return false;
  return words.operands === 'held' || words.operands === 'script' || words.script !== undefined;
}

/** Whether a program treats its arguments as text, and never as a command to run. */
export function takesWordsAsText(name: string): boolean {
  return programOf(name)?.asText ?? (described(name) !== undefined && !runsAnything(name));
}

/** What a program does with the files that it is given, as far as is known. */
export function filesOf(program: Program | undefined): Program['files'] {
  if (program?.files !== undefined || program?.harmless === true)
    return program.files ?? 'contents';
  const builtin = program?.undescribed === true && program.asText === true;
  return program?.text === true || builtin ? 'names' : undefined;
}

/** Whether a program runs other programs named in its arguments. */
export function isWrapper(name: string): boolean {
  return WRAPPING.mayHave(name) && programOf(name)?.wraps !== undefined;
}

const WRAPPING = createNameFilter(
  [...PROGRAMS].flatMap(([name, { wraps }]) => (wraps === undefined ? [] : [name])),
);

/** How many leading words identify what a command does. */
export function arityOf([name = '', second = '']: readonly string[]): number {
  const program = programOf(name);
  return (program?.arity ?? 1) + (isListed(program?.longer, second) ? 1 : 0);
}

/**
 * How many leading words "Always" keeps before the wildcard of the rule that it offers: the program, its
 * subcommands, and the operands that the table says. `undefined` if no rule with a wildcard should be
 * offered: the program is not known, runs or destroys things, or the words are not the usual ones.
 */
export function offeredLength(words: readonly string[]): number | undefined {
  // Another version, or a program of this name in some other folder, may not be the known one.
  let table: Words | undefined = described(words[0] ?? '');
  let length = 1;
  while (table?.subcommands !== undefined) {
    const inner = subcommandOf(table, words[length] ?? '');
    if (inner === undefined) break;
    table = inner;
    length += 1;
  }
  return table?.offers === undefined ? undefined : length + table.offers;
}

/** The table of the words after a subcommand. */
export function subcommandOf({ subcommands = {} }: Words, name: string): Words | undefined {
  return Object.hasOwn(subcommands, name) ? subcommands[name] : undefined;
}
