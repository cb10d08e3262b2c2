'use client';
import type { PermissionRule } from '@hitl/protocol';
import type { GrantsSource } from '../hooks/use-grants.ts';
import { useRevokeRule, useSaveRule } from './rule-changes.ts';
import { useRulesQuery, type QueryHookOptions } from './use-queries.ts';

const NONE: readonly PermissionRule[] = [];

/**
 * The rules of a user out of the query cache, and what can be done about them, as `Grants.Root` takes
 * them. A change shows at once and is taken back if the server refuses it.
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
