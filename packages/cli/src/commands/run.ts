import { Option } from 'commander';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import type { RunFlags } from '../run/run-agent.ts';

const EXAMPLES = `
Everything lies in .delta of the working directory. When the agent needs a person, the question lies in
.delta/interaction/request.json and the exit code is 101: write the answer to response.txt beside it and
run the same command again. With -i the question comes to the terminal.

A config.yaml to try, without a model of yours:
  model:
    provider: scripted       # or openai-compatible, with base_url, model and api_key_env
    turns:
      - tool_calls: [{ id: c1, name: ask_human, args: { prompt: Which colour? } }]
      - text: 'It is {{c1}}'
  tools: [ask_human, bash]
  task: Paint the shed

Exit codes: 0 done, 1 failed, 2 wrong usage or configuration, 101 waits for a person, 129, 130 and 143
interrupted (run it again to go on).

Examples:
  delta run -m 'Tidy up the changelog'
  delta run                                  goes on, or begins the task: of config.yaml
  delta run -i                               asks here
  echo yes > .delta/interaction/response.txt && delta run
  delta run --format json | tail -n 1 | jq .status
`;

/** `run`: an agent in the working directory. */
export const run: CommandDefinition = {
  name: 'run',
  description: 'run an agent in this directory; it waits in a mailbox, or asks here',
  define(command, io, exitWith) {
    command
      .option('-i, --interactive', 'ask in the terminal')
      .option(
        '-m, --message <text>',
        'what the agent is to do, in place of task: in the configuration',
      )
      .option('--config <file>', 'the agent', 'config.yaml')
      .option('--recover', 'go on with a run whose process died')
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
