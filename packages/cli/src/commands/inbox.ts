import { inexactNumberIn } from '@hitl/protocol/fold';
import { InvalidArgumentError, Option, type Command } from 'commander';
import type { WatchFlags } from '../inbox/actions.ts';
import type { AnswerFlags, InboxFlags } from '../inbox/flags.ts';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import { addTargetFlags } from './target-flags.ts';

const EXAMPLES = `
What waits is that of a server (--server; HITL_TOKEN is sent as its token), or that of the newest run
of delta run in a directory (--dir). An answer to a directory is written to its mailbox: run delta run
there again. Without a flag that answers, you are asked here.

Exit codes: 0 done; 1 it could not be answered, or nothing is there; 2 wrong usage.

Examples:
  hitl inbox                                            what waits in this directory
  hitl inbox --server http://127.0.0.1:8787 --user alice
  hitl inbox show                                       the only one that waits, in full
  hitl inbox show 0b1c                                  the beginning of an id suffices
  hitl inbox answer                                     the only one that waits: asks you
  hitl inbox answer ID --yes --server http://127.0.0.1:8787 --remember session
  hitl inbox answer ID --no --note 'use the staging server' --server http://127.0.0.1:8787
  pass show deploy | hitl inbox answer ID --text-file -     a secret stands on no command line
  hitl inbox answer ID --choose eu-1,eu-2
  hitl inbox watch --answer                             stays, and asks as they come
  hitl inbox --format json | jq -r '.interactions[].id'
`;

const actions = () => loadShortLived(() => import('../inbox/actions.ts'));

/** `inbox`: what waits for a person, and the answers. */
export const inbox: CommandDefinition = {
  name: 'inbox',
  description: 'see and answer what waits for a person',
  define(command, io) {
    command.addHelpText('after', inOwnName(EXAMPLES));
    const add = (signature: string, description: string, options = {}): Command =>
      addTargetFlags(command.command(signature, options).description(description), {
        server: 'what waits at a server that runs',
        dir: 'what waits in a directory',
        user: 'only what waits for this user, who answers (default: all, as local)',
      });

    add('list', 'list what waits', { isDefault: true }).action(async (flags: InboxFlags) =>
      (await actions()).list(flags, io),
    );
    add('show [id]', 'show a request in full').action(
      async (id: string | undefined, flags: InboxFlags) => (await actions()).show(id, flags, io),
    );
    addAnswerFlags(add('answer [id]', 'answer a request: by flags, or when asked')).action(
      async (id: string | undefined, flags: AnswerFlags) => (await actions()).answer(id, flags, io),
    );
    add('watch', 'stay, and tell what comes and goes')
      .option('--answer', 'ask about each as it comes')
      .action(async (flags: WatchFlags) => (await actions()).watch(flags, io));
  },
};

function addAnswerFlags(command: Command): Command {
  return command
    .option('--yes', 'yes; leave for a call')
    .option('--no', 'no')
    .option('--text <text>', 'a text; for a call, its result, and it does not run')
    .option('--text-file <file>', 'a text from a file, or - for stdin: for secrets')
    .option('--choose <values>', 'values or their numbers, separated by commas', values)
    .option('--other <text>', 'a choice of your own')
    .option('--decline', 'decline to answer a question')
    .option('--note <text>', 'told to the agent with a no, kept in the audit trail')
    .addOption(
      new Option('--remember <scope>', 'how long the leave lasts').choices([
        'once',
        'session',
        'always',
      ]),
    )
    .option('--rule <rule>', 'what to remember (default: just this call); may be repeated', more)
    .option('--args-json <json>', 'leave with these arguments instead', object)
    .option('--response-file <file>', 'a whole response as JSON, or - for stdin');
}

function values(text: string): readonly string[] {
  return text
    .split(',')
    .map((value) => value.trim())
    .filter((value) => value !== '');
}

function more(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

function object(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isObject && inexactNumberIn(text) === undefined) return { ...value };
  } catch {
    // Told below.
  }
  throw new InvalidArgumentError(
    'Expected a JSON object such as {"env": "test"}, with numbers of up to 15 digits.',
  );
}
