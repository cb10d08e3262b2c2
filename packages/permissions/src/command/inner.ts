import { innerCommand, knowledgeOf, STATIC, type SimpleCommand } from './line.ts';

/** A command that a wrapper runs. */
export type Inner =
  | {
      readonly type: 'command';
      readonly command: SimpleCommand;
      /** The word of the wrapper where it begins. */
      readonly at: number;
      /** The word of the wrapper where it ends; absent: the end of the command. */
      readonly to?: number;
    }
  | {
      readonly type: 'script';
      readonly text: string;
      readonly static: boolean;
      /** The words of the wrapper that form it, `[at, to)`. */
      readonly at: number;
      readonly to: number;
      /** The wrapper appends words from its input, which no rule can spell out. */
      readonly open?: true;
    }
  /** A shell that reads its script from standard input. */
  | { readonly type: 'stdin' }
  /** A file or device whose content is executed. */
  | { readonly type: 'source'; readonly at: number };

/** What a wrapper with this name runs. */
export interface Unwrapped {
  readonly inners: readonly Inner[];
  /** Whether a rule for the inner command may cover the whole wrapper. */
  readonly transparent: boolean;
}

/** A wrapper without a command. */
export const NOTHING: Unwrapped = { inners: [], transparent: false };

/** The last segment of a path, by which a program is identified. */
export function basename(word: string): string {
  const slash = word.lastIndexOf('/');
  return slash < 0 ? word : word.slice(slash + 1);
}

/** The words from `at` on as a command. */
export function inner(command: SimpleCommand, at: number, program: string): Inner {
  return { type: 'command', command: innerCommand(command, at, command.words.length, program), at };
}

/** One word as a script. */
export function script(command: SimpleCommand, at: number): Inner & { readonly type: 'script' } {
  const text = command.words[at] ?? '';
  return { type: 'script', text, static: isStatic(command, at), at, to: at + 1 };
}

/** Whether a word is known before the command runs. */
export function isStatic(command: SimpleCommand, at: number): boolean {
  return knowledgeOf(command, at) === STATIC;
}

/** The words from `from` on, joined with spaces as `eval` and `ssh` do. */
export function joined(command: SimpleCommand, from: number): Inner[] {
  if (from >= command.words.length) return [];
  let fixed = true;
  for (let index = from; index < command.words.length; index += 1) {
    fixed &&= knowledgeOf(command, index) === STATIC;
  }
  return [
    {
      type: 'script',
      text: command.words.slice(from).join(' '),
      static: fixed,
      at: from,
      to: command.words.length,
    },
  ];
}
