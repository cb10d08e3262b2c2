import { knowledgeOf, STATIC, writtenAssignments, type SimpleCommand } from './line.ts';
import { arityOf } from '../programs/index.ts';
import { parseCommandLine } from './parse.ts';

/** A parsed command, for display. Plain JSON. */
export interface CommandDescription {
  /** The first words of each command that identify what it does: `npm run lint`, `git push`. */
  readonly command_signature: string;
  readonly command_info: CommandInfo;
}

/** Description of a command line. */
export interface CommandInfo {
  /** `false` if the line could not be parsed reliably, so the other members may be incomplete. */
  readonly parsable: boolean;
  readonly commands: readonly SimpleCommandInfo[];
  readonly redirects: readonly RedirectInfo[];
  /** Whether it uses the output of a command as an argument or a file: `$(…)`, backticks, `<(…)`. */
  readonly substitution: boolean;
}

/** One simple command. */
export interface SimpleCommandInfo {
  readonly program: string;
  readonly arguments: readonly string[];
  /** The `NAME=value` assignments before it. */
  readonly assignments: readonly string[];
  /** Whether some word of it is known only at run time. */
  readonly dynamic: boolean;
}

/** A file that the shell opens. */
export interface RedirectInfo {
  readonly mode: 'read' | 'write';
  readonly target: string;
}

/** Parses a command line for display on a card. */
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
        assignments: writtenAssignments(part),
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
  // Options and words known only at run time do not identify a command.
  const end = kept.findIndex(
    (word, at) => at > 0 && (word.startsWith('-') || knowledgeOf(command, at) !== STATIC),
  );
  return (end < 0 ? kept : kept.slice(0, end)).join(' ');
}
