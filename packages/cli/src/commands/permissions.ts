import { InvalidArgumentError, type Command } from 'commander';
import type { RuleEffect } from '@hitl/protocol';
import { formatTime, parseTime } from '@hitl/protocol/fold';
import { parseDuration } from './duration.ts';
import type { CommandDefinition } from './definition.ts';
import { loadShortLived } from './load-short-lived.ts';
import { inOwnName } from './own-name.ts';
import type { CheckFlags, RuleFlags } from '../permissions/actions.ts';
import type { PermissionFlags } from '../permissions/target.ts';
import { addTargetFlags } from './target-flags.ts';

const EXAMPLES = `
Rules belong to a server (--server; HITL_TOKEN is sent as its token), or to a directory (--dir, stored
in its .delta/permissions.db), where check uses the agent of config.yaml.

Examples:
  hitl permissions allow 'bash(npm run test:*)' --expires 8h
  hitl permissions deny 'file_read(**/.env*)' --server http://127.0.0.1:8787 --user alice
  hitl permissions check bash 'npm run test:unit && rm -rf build'
  hitl permissions check deploy '{"env": "production"}' --server http://127.0.0.1:8787
  hitl permissions revoke 'bash(npm run test:*)'
`;

const SAVES: readonly (readonly [RuleEffect, string])[] = [
  ['allow', 'run matching calls without asking'],
  ['deny', 'deny matching calls'],
  ['ask', 'ask a person about matching calls, even where a rule allows them'],
];

const actions = () => loadShortLived(() => import('../permissions/actions.ts'));

/** `permissions`: lists, saves and tests the rules of a user. */
export const permissions: CommandDefinition = {
  name: 'permissions',
  description: 'list, save and test permission rules',
  define(command, io) {
    command.addHelpText('after', inOwnName(EXAMPLES));
    const add = (signature: string, description: string): Command =>
      addTargetFlags(command.command(signature).description(description), {
        server: 'the rules of a running server',
        dir: 'the rules of a directory',
        user: 'the user whose rules these are',
        defaultUser: 'local',
      });

    add('list', 'list the rules of a user').action(async (flags: PermissionFlags) =>
      (await actions()).list(flags, io),
    );
    for (const [effect, description] of SAVES) {
      add(`${effect} <rule>`, description)
        .option(
          '--expires <time>',
          'when the rule expires: 8h (from now) or an RFC 3339 time',
          expiry,
        )
        .option('--session <id>', 'limit the rule to this session')
        .action(async (rule: string, flags: RuleFlags) =>
          (await actions()).save(effect, rule, flags, io),
        );
    }
    add('revoke <rule>', 'remove a rule, whatever its effect').action(
      async (rule: string, flags: PermissionFlags) => (await actions()).revoke(rule, flags, io),
    );
    add('check <tool> <args>', 'show what would happen to a call, and why; nothing runs')
      .option('--agent <id>', 'the agent that calls (default: one that has the tool)')
      .action(async (tool: string, args: string, flags: CheckFlags) =>
        (await actions()).check(tool, args, flags, io),
      );
  },
};

function expiry(text: string): string {
  const duration = parseDuration(text);
  if (duration !== null) return formatTime(Date.now() + duration);
  const time = parseTime(text);
  if (time !== null && time <= Date.now()) {
    throw new InvalidArgumentError('That is in the past: the rule would never apply.');
  }
  if (time !== null) return formatTime(time);
  throw new InvalidArgumentError('Expected a time such as 8h or 2027-01-31T00:00:00Z.');
}
