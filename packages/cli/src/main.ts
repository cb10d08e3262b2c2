import { readFileSync } from 'node:fs';
import { HitlError } from '@hitl/protocol/endpoints';
import { Command, CommanderError } from 'commander';
import { addAudit } from './commands/audit.ts';
import { addCompletion } from './commands/completion.ts';
import { addInbox } from './commands/inbox.ts';
import { addPermissions } from './commands/permissions.ts';
import { addRun } from './commands/run.ts';
import { addServe } from './commands/serve.ts';
import type { CliIo } from './process/io.ts';
import { inOwnName } from './commands/own-name.ts';

export type { CliIo } from './process/io.ts';

/** What went well, what went wrong, and what was asked in a wrong way. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Mistakes of whoever typed the command, or wrote the configuration or into a journal. */
const USAGE_CODES: ReadonlySet<string> = new Set(['usage', 'invalid_config', 'journal_damaged']);

const EXAMPLES = `
Examples:
  hitl run -m 'Tidy up the changelog'              an agent in this directory, by ./config.yaml
  hitl inbox                                       what waits in this directory
  hitl inbox answer --yes                          lets the only call that waits run
  hitl serve --config ./hitl                       agents of a folder, runs kept in .hitl/hitl.db
  hitl serve --mailbox ./shop                      what hitl run asks in ./shop, in the web inbox
  HITL_TOKENS='s3cret alice' hitl serve --config ./hitl --host 0.0.0.0 --auth token
  hitl audit RUN --verify                          who decided what, and whether that was changed
  hitl permissions check bash 'npm test && rm -rf /'   what the rules of this folder say to that
  eval "$(hitl completion bash)"                   completes commands and flags
`;

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** After a mistake in a command, its own help helps. */
function pointToOwnHelp(command: Command, called: string): void {
  command.showHelpAfterError(`See ${called} --help.`);
  for (const inner of command.commands) pointToOwnHelp(inner, `${called} ${inner.name()}`);
}

/** The names that the program goes by. */
export type ProgramName = 'hitl' | 'delta';

/** Runs a command line (without the program's own name) and resolves to its exit code. */
export async function main(
  argv: readonly string[],
  io: CliIo,
  name: ProgramName = 'hitl',
): Promise<number> {
  let exitCode: number = EXIT.done;
  const program = new Command(name)
    .description('Asks people before agents act.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', inOwnName(EXAMPLES))
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    })
    .exitOverride();
  const exitWith = (code: number): void => {
    exitCode = code;
  };
  addRun(program, io, exitWith);
  addServe(program, io);
  addInbox(program, io);
  addPermissions(program, io);
  addAudit(program, io, exitWith);
  addCompletion(program, io);
  pointToOwnHelp(program, name);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    }
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`${name}: ${message}\n`);
    const wrong = HitlError.isInstance(error) && USAGE_CODES.has(error.code);
    return wrong ? EXIT.usage : EXIT.failed;
  }
}
