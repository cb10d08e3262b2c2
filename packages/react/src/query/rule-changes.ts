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
/** Undoes an optimistic change, but keeps changes made by others meanwhile. */
type RollBack = (rules: Rules) => Rules;

/** Applies a change optimistically, undoes it if the server refuses, and reads the rules at the end. */
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
        // A response in progress would undo the optimistic change.
        await queryClient.cancelQueries({ queryKey, exact: true });
        const before = queryClient.getQueryData(queryKey);
        if (before === undefined) return undefined;
        const { rules, rollBack } = apply(before, change, client.clock.now());
        queryClient.setQueryData(queryKey, rules);
        return rollBack;
      },
      onError(_error, _change, rollBack) {
        if (rollBack === undefined) return;
        queryClient.setQueryData(queryKey, (rules) => rules && rollBack(rules));
      },
      onSettled() {
        // While other changes are in progress, the response would not contain them.
        if (count(queryClient, userId, -1) > 0) return undefined;
        return queryClient.invalidateQueries({ queryKey, exact: true });
      },
    },
    queryClient,
  );
}

const underWay = new WeakMap<QueryClient, Map<string, number>>();

/** Number of changes of a user's rules that are in progress. */
function count(queryClient: QueryClient, userId: string, by: 1 | -1): number {
  const counts = underWay.get(queryClient) ?? new Map<string, number>();
  underWay.set(queryClient, counts);
  const next = (counts.get(userId) ?? 0) + by;
  counts.set(userId, next);
  return next;
}

/** Puts a rule back in its place, unless an equal one exists. */
function putBack(rules: Rules, at: number, rule: PermissionRule): Rules {
  if (rules.some(({ pattern }) => pattern === rule.pattern)) return rules;
  return rules.toSpliced(at, 0, rule);
}

/**
 * Removes the rule with this pattern: immediately in the cache, where it is restored if the server
 * refuses.
 */
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

/**
 * Saves a rule, for example one revoked by mistake: immediately in the cache, where it is removed
 * if the server refuses.
 */
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
