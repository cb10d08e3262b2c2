import { InvalidArgumentError, Option, type Command } from 'commander';
import type { WatchFlags } from '../inbox/actions.ts';
import type { AnswerFlags, InboxFlags } from '../inbox/flags.ts';
import { typedObject, type JsonObject } from '../process/json.ts';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import { addTargetFlags } from './target-flags.ts';
import { more } from './values.ts';

const EXAMPLES = `
Requests come from a server (--server; HITL_TOKEN is sent as its token), or from the newest run of
delta run in a directory (--dir). An answer for a directory is written to its mailbox: run delta run
there again. Without a flag that answers, the question is asked in the terminal.

Exit codes: 0 done; 1 it could not be answered, or nothing was found; 2 wrong usage.

Examples:
  hitl inbox                                            pending requests of this directory
  hitl inbox --server http://127.0.0.1:8787 --user alice
  hitl inbox show                                       the only pending request, in full
  hitl inbox show 0b1c                                  the start of an id is enough
  hitl inbox answer                                     asks you about the only pending request
  hitl inbox answer ID --yes --server http://127.0.0.1:8787 --remember session
  hitl inbox answer ID --no --note 'use the staging server' --server http://127.0.0.1:8787
  pass show deploy | hitl inbox answer ID --text-file -     keeps a secret off the command line
  hitl inbox answer ID --choose eu-1,eu-2
  hitl inbox watch --answer                             keeps running, and asks about each request
  hitl inbox --format json | jq -r '.interactions[].id'
`;

const actions = () => loadShortLived(() => import('../inbox/actions.ts'));

/** `inbox`: lists and answers pending requests. */
export const inbox: CommandDefinition = {
  name: 'inbox',
  description: 'list and answer pending requests',
  define(command, io) {
    command.addHelpText('after', inOwnName(EXAMPLES));
    const add = (signature: string, description: string, options = {}): Command =>
      addTargetFlags(command.command(signature, options).description(description), {
        server: 'requests of a running server',
        dir: 'requests of a directory',
        user: 'only requests for this user, who also answers (default: all, answered as local)',
      });

    add('list', 'list pending requests', { isDefault: true }).action(async (flags: InboxFlags) =>
      (await actions()).list(flags, io),
    );
    add('show [id]', 'show a request in full').action(
      async (id: string | undefined, flags: InboxFlags) => (await actions()).show(id, flags, io),
    );
    addAnswerFlags(add('answer [id]', 'answer a request, by flags or interactively')).action(
      async (id: string | undefined, flags: AnswerFlags) => (await actions()).answer(id, flags, io),
    );
    add('watch', 'keep running, and print requests as they come and go')
      .option('--answer', 'ask about each request as it comes')
      .action(async (flags: WatchFlags) => (await actions()).watch(flags, io));
  },
};

function addAnswerFlags(command: Command): Command {
  return command
    .option('--yes', 'yes; approve a call')
    .option('--no', 'no; deny a call')
    .option('--text <text>', 'a text; for a call, its result: it does not run')
    .option('--text-file <file>', 'a text from a file, or - for stdin: for secrets')
    .option('--choose <values>', 'values or their numbers, separated by commas', values)
    .option('--other <text>', 'a choice of your own')
    .option('--decline', 'decline to answer a question')
    .option('--note <text>', 'sent to the agent with a no, and kept in the audit trail')
    .addOption(
      new Option('--remember <scope>', 'how long the approval lasts').choices([
        'once',
        'session',
        'hour',
        'today',
        'month',
        'always',
      ]),
    )
    .option('--rule <rule>', 'what to remember (default: just this call); may be repeated', more)
    .option('--args-json <json>', 'approve with these arguments instead', object)
    .option('--response-file <file>', 'a whole response as JSON, or - for stdin');
}

function values(text: string): readonly string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

function object(text: string): JsonObject {
  const typed = typedObject(text);
  if (typed === undefined) {
    throw new InvalidArgumentError('Expected a JSON object such as {"env": "test"}.');
  }
  if ('object' in typed) return typed.object;
  throw new InvalidArgumentError(`Nothing was sent: ${typed.loss}.`);
}
