import { Argument, type Command } from 'commander';
import { candidatesFor } from '../completion/candidates.ts';
import { completionScript, SHELLS, type Shell } from '../completion/scripts.ts';
import type { CliIo } from '../process/io.ts';
import { inOwnName } from './own-name.ts';

const EXAMPLES = `
Examples:
  eval "$(hitl completion bash)"                   in ~/.bashrc
  eval "$(hitl completion zsh)"                    in ~/.zshrc, after compinit
  hitl completion fish > ~/.config/fish/completions/hitl.fish

Each of hitl and delta completes itself only.
`;

/** Adds `completion`, and what the shells call for it. */
export function addCompletion(program: Command, io: CliIo): void {
  program
    .command('completion')
    .description('print what makes a shell complete these commands')
    .addArgument(new Argument('<shell>', 'for which shell').choices(SHELLS))
    .addHelpText('after', inOwnName(EXAMPLES))
    .action((shell: Shell) => void io.stdout.write(completionScript(shell, program.name())));
  program
    .command('complete [words...]', { hidden: true })
    .description('list what may come next, for shells')
    .action((words: readonly string[]) => {
      const lines = candidatesFor(program, words).map(
        ({ value, description }) => `${value}\t${description}\n`,
      );
      io.stdout.write(lines.join(''));
    });
}
