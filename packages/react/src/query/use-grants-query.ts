'use client';
import type { PermissionRule } from '@hitl/protocol';
import type { GrantsSource } from '../hooks/use-grants.ts';
import { useRevokeRule, useSaveRule } from './rule-changes.ts';
import { useRulesQuery, type QueryHookOptions } from './use-queries.ts';

const NONE: readonly PermissionRule[] = [];

/**
 * The rules of a user from the query cache, with functions to change them, as needed by
 * `Grants.Root`. A change is shown immediately and undone if the server refuses it.
 */
export function useGrantsQuery(userId: string, options: QueryHookOptions = {}): GrantsSource {
  const { data, error } = useRulesQuery(userId, options);
  const revoke = useRevokeRule(userId, options);
  const save = useSaveRule(userId, options);
  return {
    rules: data ?? NONE,
    loaded: data !== undefined,
    error: error ?? undefined,
    async onRevoke({ pattern }) {
      await revoke.mutateAsync(pattern);
    },
    async onRestore(effect, rule) {
      await save.mutateAsync({ effect, rule });
    },
  };
}
