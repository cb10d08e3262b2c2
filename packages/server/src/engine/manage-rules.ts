import type { RuleEffect, RuleInput } from '@hitl/protocol';
import { parseTime } from '@hitl/protocol/fold';
import { parseRule } from '@hitl/permissions';
import type { RuleOwner } from '../store/permission-store.ts';
import { agentFor, NO_AGENT_SETTINGS, toolFor } from '../agents/agent.ts';
import { mayActAs, type Caller } from '../store/caller.ts';
import { checkRuleLimits } from '../approval/rule-limits.ts';
import type { EngineContext, Operation } from './context.ts';
import { recordedVerdict } from '../approval/policy-chain.ts';
import { utc } from '../approval/rules-of-answer.ts';
import { given } from '../base/given.ts';
import { failure, success, type Result } from '../base/result.ts';
import { notFound } from './failures.ts';

/** With separate reviewers, users may not broaden their own permissions. */
function mayWiden({ separateReviewer: separate }: EngineContext, caller: Caller): Result<null> {
  if (!separate || caller.anyUser) return success(null);
  const why = 'Allow rules are saved with another person’s answer.';
  return failure('forbidden', `You may not broaden your own permissions. ${why}`);
}

const STRICTNESS: readonly RuleEffect[] = ['allow', 'ask', 'deny'];

/**
 * A rule replaces the one with the same text: a weaker or shorter one would broaden permissions.
 */
async function mayReplace(
  context: EngineContext,
  caller: Caller,
  owner: RuleOwner,
  effect: RuleEffect,
  { resource, session_id, expires_at }: RuleInput,
): Promise<Result<null>> {
  const widening = mayWiden(context, caller);
  if (widening.ok || context.permissions === null) return success(null);
  const end = (time: string | undefined): number =>
    time === undefined ? Infinity : (parseTime(time) ?? Infinity);
  const stored = (await context.permissions.rules(owner)).find(
    (rule) => rule.pattern === resource && rule.session_id === session_id,
  );
  if (stored === undefined || stored.effect === 'allow') return success(null);
  const isWeaker = STRICTNESS.indexOf(effect) < STRICTNESS.indexOf(stored.effect);
  return isWeaker || end(expires_at) < end(stored.expires_at) ? widening : success(null);
}

/** The owner of the rules, if the caller may access them. */
function ownerOf(caller: Caller, userId: string): Result<RuleOwner> {
  return mayActAs(caller, userId)
    ? success({ tenantId: caller.tenantId, userId })
    : failure(
        'forbidden',
        `You may not access the permissions of ${userId}. Your user is ${caller.userId}.`,
      );
}

export const listRules: Operation<'listRules'> = async (context, caller, userId) => {
  const owner = ownerOf(caller, userId);
  if (!owner.ok) return owner;
  await context.rules.writeUses();
  return success((await context.permissions?.rules(owner.value)) ?? []);
};

export const getPermissions: Operation<'getPermissions'> = async (context, caller, userId) => {
  const rules = await listRules(context, caller, userId);
  if (!rules.ok) return rules;
  const now = Date.now();
  const live = rules.value.filter(
    ({ scope, expires_at: expiry }) =>
      scope === 'always' && (expiry === undefined || (parseTime(expiry) ?? 0) > now),
  );
  const of = (effect: RuleEffect) =>
    live.filter((rule) => rule.effect === effect).map(({ pattern }) => pattern);
  return success({ allow: of('allow'), deny: of('deny') });
};

export const saveRule: Operation<'saveRule'> = async (context, caller, userId, effect, rule) => {
  const owner = ownerOf(caller, userId);
  if (!owner.ok) return owner;
  const widen = effect === 'allow' ? mayWiden(context, caller) : success(null);
  if (!widen.ok) return widen;
  const tool = context.tools.get(rule.resource.slice(0, rule.resource.indexOf('(')).trim());
  const parsed = parseRule(rule.resource, effect, tool?.permission?.kind);
  if (!parsed.ok) {
    return failure(
      'invalid_request',
      `The rule ${JSON.stringify(rule.resource)} cannot be saved: ${parsed.reason}`,
      { errors: [{ path: 'resource', message: parsed.reason }] },
    );
  }
  if (context.permissions === null) return noStore();
  const room = await checkRuleLimits(context.permissions, context.quota.limits, owner.value, [
    rule.resource,
  ]);
  if (!room.ok) return room;
  const narrows = await mayReplace(context, caller, owner.value, effect, rule);
  if (!narrows.ok) return narrows;
  await context.permissions.save(owner.value, [
    {
      pattern: rule.resource,
      effect,
      source: 'api',
      ...given({
        sessionId: rule.session_id,
        expiresAt: rule.expires_at === undefined ? undefined : utc(rule.expires_at),
      }),
    },
  ]);
  notify(context, owner.value);
  return success(null);
};

export const revokeRule: Operation<'revokeRule'> = async (context, caller, userId, pattern) => {
  const owner = ownerOf(caller, userId);
  if (!owner.ok) return owner;
  const widen = mayWiden(context, caller);
  if (!widen.ok) return widen;
  if (context.permissions === null) return noStore();
  await context.permissions.revoke(owner.value, pattern);
  notify(context, owner.value);
  return success(null);
};

/** Evaluates a call without executing or storing anything. */
export const check: Operation<'check'> = async (context, caller, userId, input) => {
  const owner = ownerOf(caller, userId);
  if (!owner.ok) return owner;
  const agent = agentFor(context.agents, input);
  if (agent === undefined && input.agent_id !== undefined) {
    return notFound('agent', input.agent_id);
  }
  const { now } = await context.log.load({ ...owner.value, sessionId: '' });
  const { tool_name: toolName, tool_args: toolArgs } = input;
  const call = { ...owner.value, sessionId: '', toolName, toolArgs, now };
  const [description, explanation] = await Promise.all([
    context.rules.describe(call),
    context.rules.explain(call),
  ]);
  const verdict = await context.chain({
    ...call,
    agent: agent ?? NO_AGENT_SETTINGS,
    tool: toolFor(toolName, agent, context.tools),
    runId: '',
    toolCallId: '',
    trial: true,
  });
  return success({
    ...recordedVerdict(verdict),
    ...given({ matched_rule: verdict.rule }),
    resource: description.resource,
    suggested_patterns: [...description.suggestions],
    explanation,
  });
};

function notify(context: EngineContext, owner: RuleOwner): void {
  context.rules.invalidate(owner.tenantId, owner.userId);
  context.bus.publish({ kind: 'rules', ...owner });
}

function noStore() {
  return failure(
    'invalid_request',
    'This server keeps no permissions: no permission store is set.',
  );
}
