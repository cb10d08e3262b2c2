import { Argument } from 'commander';
import { candidatesFor } from '../completion/candidates.ts';
import { completionScript, SHELLS, type Shell } from '../completion/scripts.ts';
import type { CommandDefinition } from './definition.ts';
import { inOwnName, rootOf } from './own-name.ts';

const EXAMPLES = `
Examples:
  eval "$(hitl completion bash)"                   in ~/.bashrc
  eval "$(hitl completion zsh)"                    in ~/.zshrc, after compinit
  hitl completion fish > ~/.config/fish/completions/hitl.fish

hitl and delta each need their own script.
`;

/** `completion`: prints a script that makes a shell complete the commands. */
export const completion: CommandDefinition = {
  name: 'completion',
  description: 'print a completion script for a shell',
  define(command, io) {
    command
      .addArgument(new Argument('<shell>', 'for which shell').choices(SHELLS))
      .addHelpText('after', inOwnName(EXAMPLES))
      .action((shell: Shell) => {
        io.stdout.write(completionScript(shell, rootOf(command).name()));
      });
  },
};

/** `complete`: called by those scripts. Needs the definitions of all commands. */
export const complete: CommandDefinition = {
  name: 'complete',
  args: '[words...]',
  hidden: true,
  description: 'list what may come next, for shells',
  define(command, io) {
    command.action((words: readonly string[]) => {
      const lines = candidatesFor(rootOf(command), words).map(
        ({ value, description }) => `${value}\t${description}\n`,
      );
      io.stdout.write(lines.join(''));
    });
  },
};
