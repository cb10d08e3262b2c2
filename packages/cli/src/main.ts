import manifest from '../package.json' with { type: 'json' };
import { HitlError } from '@hitl/protocol/endpoints';
import { Command, CommanderError } from 'commander';
import { audit } from './commands/audit.ts';
import { complete, completion } from './commands/completion.ts';
import { hook } from './commands/hook.ts';
import { inbox } from './commands/inbox.ts';
import { mcp } from './commands/mcp.ts';
import { permissions } from './commands/permissions.ts';
import { run } from './commands/run.ts';
import { serve } from './commands/serve.ts';
import { inOwnName } from './commands/own-name.ts';
import type { CliIo, CliOutput } from './process/io.ts';
import { messageOf } from './process/message-of.ts';

export type { CliIo } from './process/io.ts';

/** In the order of help. */
const COMMANDS = [run, serve, inbox, permissions, audit, hook, mcp, completion, complete];

/** Success, failure, and wrong usage. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Codes of mistakes in the command line, the configuration or a journal. */
const USAGE_CODES: ReadonlySet<string> = new Set(['usage', 'invalid_config', 'journal_damaged']);

const EXAMPLES = `
Examples:
  hitl run -m 'Tidy up the changelog'              an agent in this directory, by ./config.yaml
  hitl inbox                                       pending requests of this directory
  hitl inbox answer --yes                          approves the only pending call
  hitl serve --config ./hitl                       agents of a folder, runs stored in .hitl/hitl.db
  hitl serve --mailbox ./shop                      the questions of hitl run in ./shop, in the web inbox
  HITL_TOKENS='s3cret alice' hitl serve --config ./hitl --host 0.0.0.0 --auth token
  hitl audit RUN --verify                          who decided what, and whether the record was changed
  hitl permissions check bash 'npm test && rm -rf /'   what the rules of this folder decide
  hitl hook claude-code --server http://127.0.0.1:8787   approves the tools of Claude Code
  hitl mcp --name files --server http://127.0.0.1:8787 -- npx @modelcontextprotocol/server-filesystem .
  eval "$(hitl completion bash)"                   completes commands and flags
`;

/** After a mistake in a command, point to the help of that command. */
function pointToOwnHelp(command: Command, called: string): void {
  command.showHelpAfterError(`See ${called} --help.`);
  for (const inner of command.commands) pointToOwnHelp(inner, `${called} ${inner.name()}`);
}

function termOf(command: Command): string {
  const args = command.registeredArguments.map((argument) =>
    argument.required ? `<${argument.name()}>` : `[${argument.name()}]`,
  );
  return [command.name(), ...args].join(' ');
}

/** Width of help, in characters. */
function widthOf(output: CliOutput): number {
  return (output.isTTY === true ? output.columns : undefined) ?? 80;
}

/** Names of the program. */
export type ProgramName = 'hitl' | 'delta';

/** Runs a command line, without the program's own name, and resolves to its exit code. */
export async function main(
  argv: readonly string[],
  io: CliIo,
  name: ProgramName = 'hitl',
): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = new Command(name)
    .description('Asks people before agents act.')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', inOwnName(EXAMPLES))
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
      getOutHelpWidth: () => widthOf(io.stdout),
      getErrHelpWidth: () => widthOf(io.stderr),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
    })
    // Without flags, because only the invoked command defines its own.
    .configureHelp({ subcommandTerm: termOf })
    .exitOverride();
  const exitWith = (code: number): void => {
    exitCode = code;
  };
  const called = argv.find((word) => !word.startsWith('-'));
  const isKnown = COMMANDS.some((known) => known.name === called);
  for (const definition of COMMANDS) {
    const { name: own, args = '', description, hidden = false } = definition;
    const command = program.command(`${own} ${args}`.trim(), { hidden }).description(description);
    // `help`, `complete` and mistyped names need the definitions of all commands.
    if (own === called || (!isKnown && called !== undefined) || called === complete.name) {
      definition.define(command, io, exitWith);
    }
  }
  pointToOwnHelp(program, name);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    }
    io.stderr.write(`${name}: ${messageOf(error)}\n`);
    const wrong = HitlError.isInstance(error) && USAGE_CODES.has(error.code);
    return wrong ? EXIT.usage : EXIT.failed;
  }
}
