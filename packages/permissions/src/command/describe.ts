import { knowledgeOf, STATIC, type SimpleCommand } from './line.ts';
import { arityOf } from '../programs/index.ts';
import { parseCommandLine } from './parse.ts';

/** A parsed command, for people. Plain JSON. */
export interface CommandDescription {
  /** The first words of each command that say what it is: `npm run lint`, `git push`. */
  readonly command_signature: string;
  readonly command_info: CommandInfo;
}

/** Description of a command line. */
export interface CommandInfo {
  /** `false`: it could not be parsed reliably, so the rest may be incomplete. */
  readonly parsable: boolean;
  readonly commands: readonly SimpleCommandInfo[];
  readonly redirects: readonly RedirectInfo[];
  /** Whether it runs commands to make words of their output: `$(…)`, backticks, `<(…)`. */
  readonly substitution: boolean;
}

/** One simple command. */
export interface SimpleCommandInfo {
  readonly program: string;
  readonly arguments: readonly string[];
  /** `NAME=value` before it. */
  readonly assignments: readonly string[];
  /** Whether a word of it is only known when it runs. */
  readonly dynamic: boolean;
}

/** A file that the shell opens. */
export interface RedirectInfo {
  readonly mode: 'read' | 'write';
  readonly target: string;
}

/** Parses a command line for a card. */
export function describeCommand(command: string): CommandDescription {
  const line = parseCommandLine(command);
  const named = line.commands.filter(({ words }) => words.length > 0);
  return {
    command_signature: [...new Set(named.map(signatureOf))].join(', '),
    command_info: {
      parsable: line.problem === undefined,
      commands: named.map((part) => ({
        program: part.words[0] ?? '',
        arguments: part.words.slice(1),
        assignments: part.assignments.map(({ name, value }) => `${name}=${value}`),
        dynamic: part.knowledge?.some((known) => known !== STATIC) === true,
      })),
      redirects: line.commands.flatMap(({ redirects }) =>
        redirects.map(({ mode, target }) => ({ mode, target })),
      ),
      substitution: line.substitution,
    },
  };
}

function signatureOf(command: SimpleCommand): string {
  const { words } = command;
  const count = arityOf(words);
  const kept = words.slice(0, count);
  // An option or a word that is not known yet is no part of what a command is.
  const end = kept.findIndex(
    (word, at) => at > 0 && (word.startsWith('-') || knowledgeOf(command, at) !== STATIC),
  );
  return (end < 0 ? kept : kept.slice(0, end)).join(' ');
}
