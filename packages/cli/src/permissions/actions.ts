import type { HitlClient } from '@hitl/client';
import type { RuleEffect } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import type { CliIo } from '../process/io.ts';
import { UsageError } from '../process/usage-error.ts';
import { errorText } from '../remote/error-text.ts';
import { callOf } from './call-of.ts';
import { showCheck } from './show-check.ts';
import { showRules } from './show-rules.ts';
import { plain } from '../terminal/table.ts';
import { openTarget, type PermissionFlags, type TargetMode } from './target.ts';

/** Flags of the commands that save a rule. */
export interface RuleFlags extends PermissionFlags {
  /** RFC 3339, UTC. */
  readonly expires?: string;
  readonly session?: string;
}

/** Flags of `check`. */
export interface CheckFlags extends PermissionFlags {
  readonly agent?: string;
}

/** Codes with which a server refuses an invalid call. */
const MISTYPED: ReadonlySet<string> = new Set(['invalid_request', 'bad_call']);

/** Lists the rules of a user, including expired ones. */
export function list(flags: PermissionFlags, io: CliIo): Promise<void> {
  return withClient(flags, io, 'read', async (client) => {
    const rules = await client.listRules(flags.user);
    write(flags, io, rules, () => showRules(rules.rules, flags.user, Date.now()));
  });
}

/** Saves a rule; an equal one is replaced. */
export function save(
  effect: RuleEffect,
  resource: string,
  flags: RuleFlags,
  io: CliIo,
): Promise<void> {
  return withClient(flags, io, 'write', async (client) => {
    const { user, expires: expires_at, session: session_id } = flags;
    const saved = await client[effect](user, {
      resource,
      ...(expires_at !== undefined && { expires_at }),
      ...(session_id !== undefined && { session_id }),
    });
    write(flags, io, saved, () => `${plain(saved.message)}\n`);
  });
}

/** Removes a rule, whatever its effect. A missing rule is reported, and is not a failure. */
export function revoke(resource: string, flags: PermissionFlags, io: CliIo): Promise<void> {
  return withClient(flags, io, 'write', async (client) => {
    const { rules } = await client.listRules(flags.user);
    const revoked = await client.revoke(flags.user, resource);
    if (!rules.some(({ pattern }) => pattern === resource)) {
      io.stderr.write(`hitl: ${plain(flags.user)} had no rule ${plain(resource)}\n`);
    }
    write(flags, io, revoked, () => `${plain(revoked.message)}\n`);
  });
}

/** Reports what would happen to a call; nothing is executed or saved. */
export function check(tool: string, args: string, flags: CheckFlags, io: CliIo): Promise<void> {
  const call = callOf(tool, args, flags.agent);
  return withClient(flags, io, 'check', async (client) => {
    const result = await client.check(flags.user, call);
    write(flags, io, result, () => showCheck(result));
  });
}

function write(flags: PermissionFlags, io: CliIo, body: unknown, text: () => string): void {
  io.stdout.write(flags.format === 'json' ? `${JSON.stringify(body, null, 2)}\n` : text());
}

async function withClient(
  flags: PermissionFlags,
  io: CliIo,
  mode: TargetMode,
  work: (client: HitlClient) => Promise<void>,
): Promise<void> {
  const target = await openTarget(flags, io, mode);
  try {
    await work(target.client);
  } catch (error) {
    if (!HitlError.isInstance(error)) throw error;
    if (MISTYPED.has(error.code)) throw new UsageError(error.message, { cause: error });
    if (flags.server === undefined) throw error;
    throw new Error(`${flags.server}: ${errorText(error)}`, { cause: error });
  } finally {
    await target.close();
  }
}
