import { Option } from 'commander';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import type { RunFlags } from '../run/invocation.ts';

const EXAMPLES = `
Everything is stored in .delta in the working directory. When the agent needs a person, it writes the
question to .delta/interaction/request.json and exits with code 101: write the answer to response.txt
beside it and run the same command again. With -i it asks in the terminal.

A config.yaml to try, without a model of yours:
  model:
    provider: scripted       # or openai-compatible, with base_url, model and api_key_env
    turns:
      - tool_calls: [{ id: c1, name: ask_human, args: { prompt: Which colour? } }]
      - text: 'It is {{c1}}'
  tools: [ask_human, bash]
  task: Paint the shed

Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 101 waiting for a person, 129, 130 and 143
interrupted (run it again to continue).

Examples:
  delta run -m 'Tidy up the changelog'
  delta run                                  resumes, or starts the task: of config.yaml
  delta run -i                               asks in the terminal
  echo yes > .delta/interaction/response.txt && delta run
  delta run --format json | tail -n 1 | jq .status
`;

/** `run`: runs an agent in the working directory. */
export const run: CommandDefinition = {
  name: 'run',
  description: 'run an agent in this directory; it asks through files, or here with -i',
  define(command, io, exitWith) {
    command
      .option('-i, --interactive', 'ask questions in the terminal')
      .option('-m, --message <text>', 'the task, instead of task: in the configuration')
      .option('--config <file>', 'the file that defines the agent', 'config.yaml')
      .option('--recover', 'resume a run whose process died')
      .addOption(
        new Option('--format <format>', 'text for people, json for programs')
          .choices(['text', 'json'])
          .default('text'),
      )
      .addHelpText('after', inOwnName(EXAMPLES))
      .action(async (flags: RunFlags) => {
        const { runAgent } = await loadShortLived(() => import('../run/run-agent.ts'));
        exitWith(await runAgent(flags, io));
      });
  },
};
