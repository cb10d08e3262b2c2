'use client';
import type { ClientError, HitlClient } from '@hitl/client';
import type { PermissionChange, PermissionRule, RuleEffect, RuleInput } from '@hitl/protocol';
import { useMutation, type QueryClient, type UseMutationResult } from '@tanstack/react-query';
import { hitlKeys } from './keys.ts';
import { useSource, type SourceOptions } from './use-source.ts';

/** A rule to save. */
export interface RuleToSave {
  effect: RuleEffect;
  rule: RuleInput;
}

type Rules = readonly PermissionRule[];
/** What brings the cache back to where it was, but for what others changed meanwhile. */
type RollBack = (rules: Rules) => Rules;

/** Shows a change at once, takes it back when the server refuses it, and reads the truth at the end. */
function useRuleChange<V>(
  userId: string,
  options: SourceOptions,
  send: (client: HitlClient, change: V) => Promise<PermissionChange>,
  apply: (rules: Rules, change: V, now: number) => { rules: Rules; rollBack: RollBack },
): UseMutationResult<PermissionChange, ClientError, V, RollBack | undefined> {
  const { client, queryClient } = useSource(options);
  const queryKey = hitlKeys.rules(userId);
  return useMutation(
    {
      mutationFn: (change: V) => send(client, change),
      async onMutate(change): Promise<RollBack | undefined> {
        count(queryClient, userId, 1);
        // An answer on its way would put back what this takes out.
        await queryClient.cancelQueries({ queryKey, exact: true });
        const before = queryClient.getQueryData(queryKey);
        if (before === undefined) return undefined;
        const { rules, rollBack } = apply(before, change, client.clock.now());
        queryClient.setQueryData(queryKey, rules);
        return rollBack;
      },
      onError(_error, _change, rollBack) {
        if (rollBack !== undefined) putInto(queryClient, userId, rollBack);
      },
      onSettled() {
        // While others are on their way the answer would show their rules as they were.
        if (count(queryClient, userId, -1) > 0) return undefined;
        return queryClient.invalidateQueries({ queryKey, exact: true });
      },
    },
    queryClient,
  );
}

const underWay = new WeakMap<QueryClient, Map<string, number>>();

/** How many changes of a user's rules are on their way. */
function count(queryClient: QueryClient, userId: string, by: 1 | -1): number {
  const counts = underWay.get(queryClient) ?? new Map<string, number>();
  underWay.set(queryClient, counts);
  const next = (counts.get(userId) ?? 0) + by;
  counts.set(userId, next);
  return next;
}

function putInto(queryClient: QueryClient, userId: string, roll: RollBack): void {
  queryClient.setQueryData(hitlKeys.rules(userId), (rules) => rules && roll(rules));
}

/** Puts a rule back where it was, unless one like it is there. */
function putBack(rules: Rules, at: number, rule: PermissionRule): Rules {
  if (rules.some(({ pattern }) => pattern === rule.pattern)) return rules;
  return rules.toSpliced(at, 0, rule);
}

/** Removes the rule of this pattern: at once in the cache, and back in it if the server refuses. */
export function useRevokeRule(
  userId: string,
  options: SourceOptions = {},
): UseMutationResult<PermissionChange, ClientError, string, RollBack | undefined> {
  return useRuleChange<string>(
    userId,
    options,
    (client, pattern) => client.revoke(userId, pattern),
    (before, pattern) => {
      const at = before.findIndex((rule) => rule.pattern === pattern);
      const removed = before[at];
      return {
        rules: removed === undefined ? before : before.toSpliced(at, 1),
        rollBack: (rules) => (removed === undefined ? rules : putBack(rules, at, removed)),
      };
    },
  );
}

/** Saves a rule, or one that was revoked by mistake: at once in the cache, and out of it if refused. */
export function useSaveRule(
  userId: string,
  options: SourceOptions = {},
): UseMutationResult<PermissionChange, ClientError, RuleToSave, RollBack | undefined> {
  return useRuleChange<RuleToSave>(
    userId,
    options,
    (client, { effect, rule }) => client[effect](userId, rule),
    (before, { effect, rule: { resource, session_id, expires_at } }, now) => {
      const at = before.findIndex(({ pattern }) => pattern === resource);
      const replaced = before[at];
      const id = `saving ${resource}`;
      const saved: PermissionRule = {
        id,
        pattern: resource,
        effect,
        scope: session_id === undefined ? 'always' : 'session',
        created_at: new Date(now).toISOString(),
        source: 'api',
        ...(session_id !== undefined && { session_id }),
        ...(expires_at !== undefined && { expires_at }),
      };
      return {
        rules: replaced === undefined ? [...before, saved] : before.with(at, saved),
        rollBack(rules) {
          const rest = rules.filter((each) => each.id !== id);
          return replaced === undefined ? rest : putBack(rest, at, replaced);
        },
      };
    },
  );
}
