import { readFileSync } from 'node:fs';
import { HitlError } from '@hitl/protocol/endpoints';
import { Command, CommanderError } from 'commander';
import { addPermissions } from './commands/permissions.ts';
import { addServe } from './commands/serve.ts';
import type { CliIo } from './io.ts';

export type { CliIo } from './io.ts';

/** What went well, what went wrong, and what was asked in a wrong way. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

/** Mistakes of whoever typed the command or wrote the configuration. */
const USAGE_CODES: ReadonlySet<string> = new Set(['usage', 'invalid_config']);

const EXAMPLES = `
Examples:
  hitl serve --config ./hitl                       agents of a folder, runs kept in .hitl/hitl.db
  hitl serve --config ./hitl --store memory:       nothing is kept
  hitl serve --config ./hitl --workspace ./shop    the tools work in ./shop
  HITL_TOKENS='s3cret alice' hitl serve --config ./hitl --host 0.0.0.0 --auth token
  hitl permissions check bash 'npm test && rm -rf /'   what the rules of this folder say to that
`;

function version(): string {
  const manifest = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

/** Runs a command line (without the program's own name) and resolves to its exit code. */
export async function main(argv: readonly string[], io: CliIo): Promise<number> {
  const program = new Command('hitl')
    .description('Asks people before agents act.')
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print this help')
    .helpCommand('help [command]', 'print the help of a command')
    .addHelpText('after', EXAMPLES)
    .showHelpAfterError('See hitl --help.')
    .configureOutput({
      writeOut: (text) => void io.stdout.write(text),
      writeErr: (text) => void io.stderr.write(text),
    })
    .exitOverride();
  addServe(program, io);
  addPermissions(program, io);
  try {
    await program.parseAsync([...argv], { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) {
      return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    }
    const message = error instanceof Error ? error.message : String(error);
    io.stderr.write(`hitl: ${message}\n`);
    const wrong = HitlError.isInstance(error) && USAGE_CODES.has(error.code);
    return wrong ? EXIT.usage : EXIT.failed;
  }
}
