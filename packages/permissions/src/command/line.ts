import type { ReasonCode } from '../decision.ts';

/** How much of a word is known before the command runs. */
export const STATIC = 0;
/**
 * `"$NAME"`, a substitution in double quotes, a number such as `$?`: exactly one word, which begins with the
 * literal text before the expansion.
 */
export const QUOTED = 1;
/** Globs and braces: any number of words, each of which begins with the literal text before them. */
export const PATTERN = 2;
/** `$NAME`, `${NAME}`, a substitution: any text; commands inside are checked separately. */
export const VARIABLE = 3;
/** Arithmetic, `$1`: no allow pattern accepts it. */
export const OPEN = 4;
/** `${x@P}`, `${!x}`, `${x:=…}`, `$"…"`: the expansion itself may run code. */
export const UNSAFE = 5;

/** Orders how much is known of a word; a higher number means less is known. */
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

/** A redirection to or from a file. Duplicated descriptors and here-documents are not included. */
export interface Redirect {
  readonly mode: 'read' | 'write';
  readonly target: string;
  readonly knowledge: Knowledge;
  readonly span: Span;
}

/** Where a command reads its input from: inherited, a pipe, a file, or text in the line itself. */
export type Input =
  | undefined
  | 'pipe'
  | 'file'
  | { readonly text: string; readonly static: boolean };

/** One command; its words are after quote removal. */
export interface SimpleCommand {
  /** Empty for a lone redirection or assignment. Dynamic words are as written. */
  readonly words: readonly string[];
  /** How much is known of each word; `undefined` when all are static. */
  readonly knowledge: readonly Knowledge[] | undefined;
  /** The literal prefix of each word; `undefined` when all are static. */
  readonly leads: readonly string[] | undefined;
  readonly assignments: readonly Assignment[];
  readonly redirects: readonly Redirect[];
  readonly input: Input;
  readonly span: Span;
  /** The wrappers around it, outermost first. */
  readonly via: readonly string[];
}

/** A construct in a line that no pattern may allow, whatever its commands are. */
export interface Hold {
  readonly code: ReasonCode;
  readonly span: Span;
  /** Whether the shell executes text that it finds in a variable there, such as an array index. */
  readonly evaluates: boolean;
}

/** A parsed command line. */
export interface CommandLine {
  readonly text: string;
  /** The shell that runs it. */
  readonly shell: string;
  /**
   * Whether it consists of plain words, quoted strings without special characters, whitespace and
   * command separators only: no expansions, no escapes.
   */
  readonly simple: boolean;
  /** Why the line may contain more than `commands` shows. */
  readonly problem: 'unparsable' | 'limit' | undefined;
  /** Every simple command, including nested ones, in source order. */
  readonly commands: readonly SimpleCommand[];
  readonly holds: readonly Hold[];
  /** Whether it has `$(…)`, backticks, `<(…)` or `>(…)`. */
  readonly substitution: boolean;
  /** The number of `$((…))` in it. */
  readonly calculations: number;
}

/** How much is known of a word of a command. */
export function knowledgeOf(command: SimpleCommand, index: number): Knowledge {
  return command.knowledge?.[index] ?? STATIC;
}

/**
 * Whether a word of a command is an option, or may become one when the command runs. A glob with a literal
 * prefix never does: `src/*.ts` cannot become `-x`, while `*.ts` and `$NAME` can.
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

/** The assignments before a command, in the syntax of a rule. */
export function writtenAssignments(command: SimpleCommand): string[] {
  return command.assignments.map(({ name, value }) => `${name}=${value}`);
}
