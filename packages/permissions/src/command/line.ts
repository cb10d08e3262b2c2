import type { ReasonCode } from '../decision.ts';

/** How much of a word is known before the command runs. */
export const STATIC = 0;
/**
 * `"$NAME"`, a substitution in double quotes, a number such as `$?`: one word that begins with the
 * literal text before.
 */
export const QUOTED = 1;
/** Globs and braces: any number of words, all of which begin with the literal text before. */
export const PATTERN = 2;
/** `$NAME`, `${NAME}`, a substitution: any text, but nothing runs that is not checked by itself. */
export const VARIABLE = 3;
/** Arithmetic, `$1`: accepted by no allow pattern. */
export const OPEN = 4;
/** `${x@P}`, `${!x}`, `${x:=…}`, `$"…"`: may run code by themselves. */
export const UNSAFE = 5;

/** How much is known of a word; more is less. */
export type Knowledge =
  | typeof STATIC
  | typeof QUOTED
  | typeof PATTERN
  | typeof VARIABLE
  | typeof OPEN
  | typeof UNSAFE;

/** A piece of the original text, as UTF-16 offsets `[from, to)`. */
export type Span = readonly [from: number, to: number];

/** `NAME=value` before a command. */
export interface Assignment {
  readonly name: string;
  readonly value: string;
  readonly knowledge: Knowledge;
}

/** A redirection of a file. Duplicated descriptors and here-documents are none. */
export interface Redirect {
  readonly mode: 'read' | 'write';
  readonly target: string;
  readonly knowledge: Knowledge;
  readonly span: Span;
}

/** What a command would read: nothing of its own, a pipe, a file, or text of the line itself. */
export type Input =
  | undefined
  | 'pipe'
  | 'file'
  | { readonly text: string; readonly static: boolean };

/** One command with its words after quote removal. */
export interface SimpleCommand {
  /** Empty for a lone redirect or assignment. Dynamic words are as written. */
  readonly words: readonly string[];
  /** For each word what is known of it; `undefined` when all are static. */
  readonly knowledge: readonly Knowledge[] | undefined;
  /** For each word its literal beginning; `undefined` when all are static. */
  readonly leads: readonly string[] | undefined;
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly input: Input;
  readonly span: Span;
  /** The wrappers around it, outermost first. */
  readonly via: readonly string[];
}

/** Something in a line that no pattern may allow, whatever its commands are. */
export interface Hold {
  readonly code: ReasonCode;
  readonly span: Span;
  /** Whether the shell runs text that it finds in a variable there, such as an array index. */
  readonly evaluates: boolean;
}

/** A command line taken apart. */
export interface CommandLine {
  readonly text: string;
  /** Whether it is of plain words, blanks and the ends of commands: no quotes, no expansions. */
  readonly simple: boolean;
  /** Why there may be more in it than `commands` shows. */
  readonly problem: 'unparsable' | 'limit' | undefined;
  /** Every simple command, however deep, in the order of the text. */
  readonly commands: readonly SimpleCommand[];
  readonly holds: readonly Hold[];
  /** Whether it has `$(…)`, backticks, `<(…)` or `>(…)`. */
  readonly substitution: boolean;
  /** How many `$((…))` it has. */
  readonly calculations: number;
}

/** What is known of a word of a command. */
export function knowledgeOf(command: SimpleCommand, index: number): Knowledge {
  return command.knowledge?.[index] ?? STATIC;
}

/**
 * Whether a word of a command is an option, or may turn out to be one when the command runs. A glob
 * with literal text before it never is: `src/*.ts` cannot become `-x`, while `*.ts` and `$NAME` can.
 */
export function mayBecomeOption(command: SimpleCommand, index: number): boolean {
  const known = knowledgeOf(command, index);
  if (known > PATTERN) return true;
  const begun = known === STATIC ? command.words[index] : command.leads?.[index];
  return begun === undefined || begun.startsWith('-') || (known !== STATIC && begun === '');
}

/** The same command from one of its words on, as a wrapper would run it. */
export function innerCommand(
  command: SimpleCommand,
  from: number,
  to: number,
  via: string,
): SimpleCommand {
  return {
    words: command.words.slice(from, to),
    knowledge: command.knowledge?.slice(from, to),
    leads: command.leads?.slice(from, to),
    assignments: [],
    redirects: [],
    input: command.input,
    span: command.span,
    via: [...command.via, via],
  };
}

/** A command of words that are all static. */
export function staticCommand(words: readonly string[], span: Span): SimpleCommand {
  return {
    words,
    knowledge: undefined,
    leads: undefined,
    assignments: [],
    redirects: [],
    input: undefined,
    span,
    via: [],
  };
}

/** The assignments before a command, as a rule writes them. */
export function writtenAssignments(command: SimpleCommand): string[] {
  return command.assignments.map(({ name, value }) => `${name}=${value}`);
}
