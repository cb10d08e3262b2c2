/**
 * What is known of the words that a program may be given. Only what is written here is understood:
 * options that neither run a program, nor read settings or scripts from a file they name, nor write
 * a file. A word that a table does not understand is for a rule to spell, or for a person to see.
 *
 * Every list is a string with blanks between its entries. Options are compared letter by letter:
 * programs take any unambiguous beginning of a long option, these tables take none.
 */
export interface Words {
  /** Letters that take no value: `al` for `-a`, `-l` and `-la`. */
  readonly flags?: string;
  /** Letters that take a value, glued to the letter or as the next word: `n` for `-n5`, `-n 5`. */
  readonly values?: string;
  /** Letters that may take a value, glued to the letter only. */
  readonly glued?: string;
  /** Whole options that take no value, with their dashes: `--all -print`. */
  readonly long?: string;
  /** Whole options that take a value, behind `=` or as the next word. */
  readonly longValues?: string;
  /** Whole options that may take a value, behind `=` only. */
  readonly longGlued?: string;
  /** Whole options that take two values, as the next two words. */
  readonly longPairs?: string;
  /** Whether `-5` is an option that takes no value. */
  readonly numeric?: true;
  /** By option, with its dashes: what its value has to look like. */
  readonly only?: Readonly<Record<string, RegExp>>;
  /** Options that a rule has to spell and that take the next word, whatever it is. */
  readonly spelledValues?: string;
  /** Options whose value is a program; what follows is given to it. A rule has to spell both. */
  readonly runs?: string;
  /** Whether options end at the first operand. Default: they may stand anywhere. */
  readonly ordered?: true;
  /** What the words are that are no options. Default `any`. */
  readonly operands?: Operands;
  /** How many operands there may be; a further one is a file that is written. */
  readonly most?: number;
  /** One of these options has to be there, else the program writes files. */
  readonly requires?: string;
  /** Tells whether the first operand, or the value of one of `scriptOptions`, does no harm. */
  readonly script?: (text: string) => boolean;
  readonly scriptOptions?: string;
  /** Whether the first word may be letters of options without their dash: `tar tf`. */
  readonly bundle?: true;
  /** What the words behind `--` are. Without it they are operands, and none begins with a dash. */
  readonly rest?: Words;
  /** The first operand chooses among these. */
  readonly subcommands?: Readonly<Record<string, Words>>;
  /** What a subcommand reads that a rule spells and that is not among `subcommands`. */
  readonly otherwise?: Words;
  /**
   * Whether none of its options runs, configures or writes anything, so that even a word that may
   * turn out to be one when the command runs does no harm.
   */
  readonly harmless?: true;
  /** Whether its words are only text, options or not. */
  readonly text?: true;
  /**
   * How many operands "Always" keeps before the wildcard of the rule that it offers. Without it no
   * such rule is offered.
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
 * - `held`: what runs or is destroyed; a rule has to spell them.
 * - `script`: the first one is a program that a rule has to spell, the others are given to it.
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
 * What is known of a program: its words, and what else its commands are read by. Extending an entry
 * makes allow rules narrower and deny rules broader, never the other way round, but for its words.
 */
export interface Program extends Words {
  /** Whether nothing is known of its words, so that a rule with a wildcard is taken at its word. */
  readonly undescribed?: true;
  /**
   * Options that take the next word and stand before a subcommand: `git -C path push`. All of them, or
   * the list is left out.
   */
  readonly valueOptions?: string;
  /** By option of a deny rule or command: the letter that means the same, as `--force` is `f`. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** Whether one dash begins a whole word, as in `find -delete`. */
  readonly singleDash?: true;
  /**
   * Whether it takes words as text and never as a command to run, so that `grep rm` is no reason to
   * think of `rm`. Default: whether its words are known and it does not run what they say.
   */
  readonly asText?: true;
  /** How many first words say what a command is. Default 1. */
  readonly arity?: number;
  /** Second words behind which a third one says it as well: `docker compose up`. */
  readonly longer?: string;
  /** What it runs besides itself. */
  readonly wraps?: Wrapper;
  /** What a builtin evaluates in its words, other than as a command. */
  readonly evaluates?: Evaluates;
  /** Whether it puts text of its own into the variables that it is given. */
  readonly fills?: true;
  /** Whether it changes what later names mean. */
  readonly shadows?: true;
  /** Whether it changes the folder, or runs what may change it, in the shell itself. */
  readonly moves?: true;
}

/** How a program runs what the rest of its line says. */
export interface Wrapper {
  /**
   * That it runs a command as it would run without it, so that a rule for the command covers both:
   * what the words of its own have to look like for that.
   */
  readonly transparent?: RegExp;
  /** Options that take the next word, besides the ones in `values`, `longValues` and `valueOptions`. */
  readonly valueOptions?: string;
  /** Words of its own before the command: the duration of `timeout`. */
  readonly operands?: number;
  /** Whether `NAME=value` may stand before the command. */
  readonly assignments?: true;
  /** Options with which it runs nothing: `command -v`. */
  readonly lookups?: string;
  /** The words after its own are joined and given to a shell. */
  readonly joins?: true;
  /** Options whose value is a shell script. */
  readonly scripts?: string;
  /** Only with one of these first words: `docker exec`. */
  readonly subcommands?: string;
  /** Without a command, an operand is what runs: the image of `docker run`. */
  readonly operandRuns?: true;
  /** It adds words to those of the command that no one has seen: what it reads or finds. */
  readonly feeds?: true;
  /** Options whose next words, up to `;` or `+`, are a command. */
  readonly actions?: string;
  /** A shell whose scripts are not those of `sh`. */
  readonly foreign?: true;
  /** How its line is read, where that is a way of its own. */
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

/** Takes nothing that a rule does not spell. */
export const HELD: Words = { operands: 'held' };

/** The same of each of these programs. */
export function each(names: string, program: Program): Record<string, Program> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, program]));
}

/** Whether a list with blanks between its entries has one. */
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
