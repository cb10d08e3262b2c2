import type { ReasonCode } from '../decision.ts';
import { SAME_SHELL } from '../programs/shells.ts';
import { innerCommand, knowledgeOf, STATIC, type SimpleCommand } from './line.ts';

/** A command that a wrapper runs. */
export type Inner =
  | {
      readonly type: 'command';
      readonly command: SimpleCommand;
      /** The word of the wrapper where it begins. */
      readonly at: number;
      /** The word of the wrapper where it ends. */
      readonly to: number;
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

/** What a wrapper runs in its own way, so that a rule for the inner command does not cover it. */
export function opaque(inners: readonly Inner[]): Unwrapped {
  return { inners, transparent: false };
}

/** The last segment of a path, by which a program is identified. */
export function basename(word: string): string {
  const slash = word.lastIndexOf('/');
  return slash < 0 ? word : word.slice(slash + 1);
}

/** The shell that runs a script which a program was given; a program that is no shell runs `sh`. */
export function shellOfScript(program: string, around: string): string {
  return SAME_SHELL.has(basename(program)) ? around : basename(program);
}

/** The words from `at` on as a command. */
export function inner(command: SimpleCommand, at: number, program: string): Inner {
  const to = command.words.length;
  return { type: 'command', command: innerCommand(command, at, to, program), at, to };
}

/** A script in one word of a wrapper: all of it, or a part. */
export function script(
  command: SimpleCommand,
  at: number,
  text: string = command.words[at] ?? '',
): Inner & { readonly type: 'script' } {
  return { type: 'script', text, static: knowledgeOf(command, at) === STATIC, at, to: at + 1 };
}

/** Why the file that a wrapper runs cannot be told: its name is not known, or it is a device. */
export function sourceCode(command: SimpleCommand, at: number): ReasonCode | undefined {
  if (knowledgeOf(command, at) !== STATIC) return 'dynamic-script';
  return /^\/(?:dev|proc)\//.test(command.words[at] ?? '') ? 'stdin-script' : undefined;
}

/** The words from `from` on, joined with spaces as `eval` and `ssh` do. */
export function joined(command: SimpleCommand, from: number): ReturnType<typeof script>[] {
  const to = command.words.length;
  if (from >= to) return [];
  const fixed = command.knowledge?.slice(from).every((known) => known === STATIC) ?? true;
  const text = command.words.slice(from).join(' ');
  return [{ type: 'script', text, static: fixed, at: from, to }];
}
