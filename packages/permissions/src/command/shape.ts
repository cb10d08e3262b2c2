import { foldCase } from '../unicode.ts';
import { STATIC, type Knowledge } from './line.ts';
import { programOf } from '../programs/index.ts';
import { isListed, type Program } from '../programs/program.ts';
import { basename } from './inner.ts';

/** The words of a command, classified for deny rules. */
export interface Shape {
  /** Normalized names of the program: as written, without its folder, without `.exe` or `:suffix`. */
  readonly programs: readonly string[];
  /** The words with each of these names as the program, by the name's index. */
  readonly named: (name: number) => readonly string[];
  /**
   * The words that are not options. First reading: options take no values. Second reading, if it differs:
   * options take values.
   */
  readonly operands: readonly (readonly string[])[];
  /** For each reading of `operands`, the index of the first dynamic word; its length if there is none. */
  readonly certain: readonly number[];
  /** Whether the table says which options take values, so that only the last reading applies. */
  readonly valuesKnown: boolean;
  /** Options in one normalized spelling, clusters split. */
  readonly flags: () => ReadonlySet<string>;
  /** Whether any argument is dynamic. */
  readonly dynamic: boolean;
  /** The `NAME=value` assignments before the command, as written. */
  readonly assignments: readonly string[];
}

/** Paths with only one spelling, unless they end in `.exe`: no capitals, no non-ASCII characters. */
const PLAIN_PATH = /^[^A-Z:\\\u0080-\uffff]*$/;

/** The names under which a program may be run. */
export function programNames(word: string): readonly string[] {
  const plain = PLAIN_PATH.test(word) && !word.endsWith('.exe');
  const written = plain ? word : foldCase(word);
  const base = basename(plain ? word : written.replaceAll('\\', '/'));
  const names = base === written ? [written] : [written, base];
  if (plain) return names;
  if (base.endsWith('.exe')) names.push(base.slice(0, -4));
  const colon = base.indexOf(':');
  if (colon > 0) names.push(base.slice(0, colon));
  return names;
}

/** The name under which tables list a program. */
export function plainName(names: readonly string[]): string {
  return names[names.length - 1] ?? '';
}

/** Classifies the words of a command. Linear in the number of words. */
export function shapeOf(
  words: readonly string[],
  knowledge: readonly Knowledge[] | undefined,
  programs: readonly string[],
  assignments: readonly string[],
): Shape {
  const program = plainName(programs);
  const valueOptions = programOf(program)?.valueOptions;
  const all: string[] = [];
  const withoutValues: string[] = [];
  let certainAll: number | undefined;
  let certainWithout: number | undefined;
  let dynamic = false;
  let open = true;
  let value = false;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const known = (knowledge?.[at] ?? STATIC) === STATIC;
    dynamic ||= !known;
    if (open && word === '--') {
      open = false;
      value = false;
    } else if (open && word.startsWith('-') && word.length > 1) {
      value = valueOptions === undefined ? !word.includes('=') : isListed(valueOptions, word);
    } else {
      if (!known) certainAll ??= all.length;
      all.push(word);
      // Where it is not known whether the option before takes a value: in this reading it does.
      if (!value) {
        if (!known) certainWithout ??= withoutValues.length;
        withoutValues.push(word);
      }
      value = false;
    }
  }
  let flags: ReadonlySet<string> | undefined;
  const spellings: string[][] = [];
  const same = all.length === withoutValues.length;
  const certain = [certainAll ?? all.length, certainWithout ?? withoutValues.length];
  return {
    programs,
    named(name) {
      if (programs[name] === words[0]) return words;
      return (spellings[name] ??= [programs[name] ?? '', ...words.slice(1)]);
    },
    operands: same ? [all] : [all, withoutValues],
    certain: same ? certain.slice(0, 1) : certain,
    valuesKnown: valueOptions !== undefined,
    flags: () => (flags ??= flagsOf(words, program)),
    dynamic,
    assignments,
  };
}

function flagsOf(words: readonly string[], program: string): ReadonlySet<string> {
  const flags = new Set<string>();
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '--') break;
    if (!word.startsWith('-') || word.length === 1) continue;
    for (const flag of flagNames(word, program)) flags.add(flag);
  }
  return flags;
}

/** The names of the options in one word, in normalized spelling. */
function flagNames(word: string, program: string): string[] {
  const { aliases = {}, singleDash } = programOf(program) ?? {};
  if (singleDash === true) {
    const single = word.startsWith('--') ? word.slice(1) : word;
    return [alias(single, aliases) ?? single];
  }
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    const name = equals < 0 ? word : word.slice(0, equals);
    const names = [alias(name, aliases) ?? abbreviated(name, aliases) ?? name];
    if (equals >= 0) names.push(word);
    return names;
  }
  const names = [word];
  // A cluster has few letters; a longer word is an option with its value, or something else.
  for (const letter of word.slice(1, 33)) names.push(alias(letter, aliases) ?? letter);
  return names;
}

/** `--rec` for `--recursive`: GNU programs accept any unambiguous prefix. */
function abbreviated(name: string, aliases: Aliases): string | undefined {
  if (name.length < 3) return undefined;
  return Object.entries(aliases).find(([long]) => long.startsWith(name))?.[1];
}

type Aliases = NonNullable<Program['aliases']>;

function alias(name: string, aliases: Aliases): string | undefined {
  return Object.hasOwn(aliases, name) ? aliases[name] : undefined;
}

/** The options of a pattern word, to be found in any order and spelling. */
export function requiredFlags(word: string, program: string): string[] {
  if (word.startsWith('--') || programOf(program)?.singleDash === true) {
    const names = flagNames(word, program);
    return names.length > 1 ? names.slice(1) : names;
  }
  if (!/^-[A-Za-z0-9]{1,4}$/.test(word)) return [word];
  return flagNames(word, program).slice(1);
}
