/**
 * The arguments that a program may be given without a rule spelling them out. A table lists only options that
 * neither run a program, nor read settings or scripts from a file, nor write a file. A word that the table
 * does not list has to be spelled out in a rule or approved by a person. Every list is a string with spaces
 * between its entries. Options are compared exactly: programs accept any unambiguous prefix of a long option,
 * these tables do not.
 */
export interface Words {
  /** Letters that take no value: `al` for `-a`, `-l` and `-la`. */
  readonly flags?: string;
  /** Letters that take a value, in the same word or as the next one: `n` for `-n5`, `-n 5`. */
  readonly values?: string;
  /** Letters that may take a value, in the same word only. */
  readonly glued?: string;
  /** Whole options that take no value, with their dashes: `--all -print`. */
  readonly long?: string;
  /** Whole options that take a value, after `=` or as the next word. */
  readonly longValues?: string;
  /** Whole options that may take a value, after `=` only. */
  readonly longGlued?: string;
  /** Whole options that take two values, as the next two words. */
  readonly longPairs?: string;
  /** Whether an option like `-5` takes no value. */
  readonly numeric?: true;
  /** By option, with its dashes: the pattern of its value. */
  readonly only?: Readonly<Record<string, RegExp>>;
  /** Options that a rule has to spell out and that take the next word, whatever it is. */
  readonly spelledValues?: string;
  /**
   * Options whose value is a program; the following words are its arguments. A rule has to spell out both.
   */
  readonly runs?: string;
  /** Whether options end at the first operand. Default: they may stand anywhere. */
  readonly ordered?: true;
  /** What the operands are. Default `any`. */
  readonly operands?: Operands;
  /** How many operands there may be; a further one is a file that is written. */
  readonly most?: number;
  /** One of these options is required; without it the program writes files. */
  readonly requires?: string;
  /** By option: those of `requires` that have no effect before it. */
  readonly undo?: Readonly<Record<string, string>>;
  /** Options with which an interpreter only prints something, instead of running its input. */
  readonly idle?: string;
  /** Whether the first operand, or the value of one of `scriptOptions`, is harmless. */
  readonly script?: (text: string) => boolean;
  readonly scriptOptions?: string;
  /** Whether the first word may contain option letters without a dash: `tar tf`. */
  readonly bundle?: true;
  /** What the words after `--` are. Default: operands. */
  readonly rest?: Words;
  /** The first operand chooses among these. */
  readonly subcommands?: Readonly<Record<string, Words>>;
  /** The table for a subcommand that a rule spells out and that is not in `subcommands`. */
  readonly otherwise?: Words;
  /**
   * Whether no option of the program runs, configures or writes anything, so that even a word that becomes an
   * option at run time is harmless.
   */
  readonly harmless?: true;
  /** Whether all its arguments are plain text, options included. */
  readonly text?: true;
  /**
   * How many operands "Always" keeps before the wildcard of the rule that it offers. Absent: no such rule is
   * offered.
   */
  readonly offers?: number | undefined;
}

/**
 * What operands are.
 *
 * - `any`: text, or files that are read.
 * - `none`: there are none.
 * - `inside`: files below the folder of the command, whose settings a program may load.
 * - `local`: files that are read; below `/inet` they would be connections to other machines.
 * - `new`: made below the folder of the command, with no hidden name on the way, or else written.
 * - `held`: what runs or is destroyed; a rule has to spell them, and does not cover input from elsewhere.
 * - `script`: the first one is a program that a rule has to spell, the others are given to it. Without it, the
 *   program runs its input.
 * - `written`: files that are written, for the rules of the file tools to allow.
 * - `copied`: the last one is a file or folder that is written, the others are read.
 * - `moved`: the same, and the others are removed.
 * - patterns: what the first, second … has to look like; the last pattern is for all that follow.
 */
type Operands =
  | 'any'
  | 'none'
  | 'inside'
  | 'local'
  | 'new'
  | 'held'
  | 'script'
  | 'written'
  | 'copied'
  | 'moved'
  | readonly RegExp[];

/**
 * The table of a program: its arguments, and how its commands are parsed. Extending an entry makes allow
 * rules narrower and deny rules broader, never the reverse; only extending its lists of accepted words makes
 * allow rules broader.
 */
export interface Program extends Words {
  /** Whether its arguments are not known, so that a rule's wildcard is accepted as it is. */
  readonly undescribed?: true;
  /**
   * Options that take the next word and come before a subcommand: `git -C path push`. The list is complete or
   * absent.
   */
  readonly valueOptions?: string;
  /** By option of a deny rule or command: the equivalent letter, as `f` for `--force`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether an option with one dash is a whole word, as in `find -delete`. */
  readonly singleDash?: true;
  /**
   * Whether it treats its arguments as text and never as a command, so that `grep rm` does not match a rule
   * for `rm`. Default: whether its arguments are known and it runs none of them.
   */
  readonly asText?: true;
  /** How many leading words identify what a command does. Default 1. */
  readonly arity?: number;
  /** Second words after which the third one is needed too: `docker compose up`. */
  readonly longer?: string;
  /**
   * What it does with the files that it is given: it opens them, or only uses their names. Absent: not known.
   */
  readonly files?: 'contents' | 'names';
  /**
   * Whether it changes or removes the files that it is given; a list: with one of these options or
   * subcommands, and otherwise it only reads them.
   */
  readonly writes?: true | string;
  /** Options with which it reads files that no word names: those in a list. */
  readonly loads?: string;
  /** How it goes through the folders that it is given. */
  readonly walks?: Walk;
  /** What it runs, if it is a wrapper. */
  readonly wraps?: Wrapper;
  /** What a builtin evaluates in its arguments, other than as a command. */
  readonly evaluates?: Evaluates;
  /** Whether it assigns unknown text to the variables that it is given. */
  readonly fills?: true;
  /** Whether it changes the meaning of later names. */
  readonly shadows?: true;
  /** Whether it changes the current folder of the shell, or runs something that may. */
  readonly moves?: true;
}

/** How a program goes through folders. */
export interface Walk {
  /** Words of this form name files, except with one of the options. */
  readonly files?: { readonly form: RegExp; readonly unless: string };
  /** Only with one of these options. */
  readonly with?: string;
  /** The letters of the options may stand in the first word without a dash: `tar xf`. */
  readonly bundle?: true;
  /** It leaves out names that begin with a dot, but with one of these options. */
  readonly hidden?: string;
  /** With this number of operands or fewer, it reads the current folder. */
  readonly here?: number;
  /**
   * It writes files into the current folder that its words do not name: with one of these options or
   * subcommands, or, if empty, always.
   */
  readonly unpacks?: string;
  /** Whether what is inside is found under the same names afterwards: the folder is renamed or linked to. */
  readonly keepsNames?: true;
}

/** How a wrapper runs the rest of its line. */
export interface Wrapper {
  /**
   * Set if it runs the command unchanged, so that a rule for the command covers both: the pattern of the
   * wrapper's own words.
   */
  readonly transparent?: RegExp;
  /** Options that take the next word, besides those in `values`, `longValues` and `valueOptions`. */
  readonly valueOptions?: string;
  /** Number of its own operands before the command: the duration of `timeout`. */
  readonly operands?: number;
  /** Whether `NAME=value` may come before the command. */
  readonly assignments?: true;
  /** Options with which it runs nothing: `command -v`. */
  readonly lookups?: string;
  /** The remaining words are joined and passed to a shell. */
  readonly joins?: true;
  /** Options whose value is a shell script. */
  readonly scripts?: string;
  /** Only with one of these subcommands: `docker exec`. */
  readonly subcommands?: string;
  /** Without a command, an operand determines what runs: the image of `docker run`. */
  readonly operandRuns?: true;
  /** It appends unknown words to those of the command: its input, or files that it finds. */
  readonly feeds?: true;
  /** Options whose following words, up to `;` or `+`, are a command. */
  readonly actions?: string;
  /** A shell whose scripts do not have the syntax of `sh`. */
  readonly foreign?: true;
  /** How its line is parsed, if it needs a parser of its own. */
  readonly form?:
    | 'shell'
    | 'eval'
    | 'trap'
    | 'alias'
    | 'source'
    | 'actions'
    | 'git'
    | 'xargs'
    | 'parallel'
    | 'su';
}

/** What a builtin evaluates: text, the operands of a test, a format, numbers, names and values. */
export type Evaluates =
  | 'scripts'
  | 'conditions'
  | 'format'
  | 'numbers'
  | 'declarations'
  | 'names'
  | 'plugins';

/** A table that accepts no word which a rule does not spell out. */
export const HELD: Words = { operands: 'held' };

/** The same table for each of these programs. */
export function each(names: string, program: Program): Record<string, Program> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, program]));
}

/** Whether a space-separated list contains an entry. */
export function isListed(list: string | undefined, entry: string): boolean {
  if (list === undefined || entry === '') return false;
  for (let at = list.indexOf(entry); at >= 0; at = list.indexOf(entry, at + 1)) {
    if (isBlank(list[at - 1]) && isBlank(list[at + entry.length])) return true;
  }
  return false;
}

function isBlank(character: string | undefined): boolean {
  return character === undefined || character === ' ' || character === '\n';
}
