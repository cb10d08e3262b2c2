/**
 * What is known of the words that a program may be given. Only what is written here is understood:
 * options that neither run a program, nor read settings or scripts from a file they name, nor write
 * a file. A word that a table does not understand is for a rule to spell, or for a person to see.
 *
 * Every list is a string with blanks between its entries. Options are compared letter by letter:
 * programs take any unambiguous beginning of a long option, these tables take none.
 */
export interface OptionTable {
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
  readonly rest?: OptionTable;
  /** The first operand chooses among these. */
  readonly subcommands?: Readonly<Record<string, OptionTable>>;
  /** What a subcommand reads that a rule spells and that is not among `subcommands`. */
  readonly otherwise?: OptionTable;
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

/** Takes nothing that a rule does not spell. */
export const HELD: OptionTable = { operands: 'held' };
