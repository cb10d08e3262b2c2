'use client';
import type { PermissionRule, RuleEffect, RuleInput } from '@hitl/protocol';
import { useState } from 'react';

/** Rules, and functions to change them. */
export interface GrantsSource {
  /** The rules of the user, in any order. */
  rules: readonly PermissionRule[];
  /** Whether the rules are loaded. Default `true`. */
  loaded?: boolean | undefined;
  /** Why the rules could not be loaded. */
  error?: unknown;
  /** Revokes a rule. The button waits for the promise. */
  onRevoke: (rule: PermissionRule) => void | Promise<void>;
  /** Saves a revoked rule again; if absent, revoking cannot be undone here. */
  onRestore?: ((effect: RuleEffect, rule: RuleInput) => void | Promise<void>) | undefined;
}

/** Result of `useGrants`: the rules of a user, for a custom panel. */
export interface UseGrantsResult {
  /** `failed`: the rules could not be loaded. */
  readonly state: 'loading' | 'failed' | 'empty' | 'ready';
  /** Newest first. */
  readonly rules: readonly PermissionRule[];
  /** The last rule revoked here, which can be restored until the next one is revoked. */
  readonly revoked: readonly PermissionRule[];
  /** Ids of rules with a change in progress. */
  readonly busy: ReadonlySet<string>;
  /** Why the rules could not be loaded, or the last change failed. */
  readonly error: unknown;
  /** Revokes a rule; from the next call on a person is asked again. */
  readonly revoke: (rule: PermissionRule) => Promise<void>;
  /** Saves a revoked rule again. */
  readonly restore: (rule: PermissionRule) => Promise<void>;
  /** Dismisses a revoked rule: it can no longer be restored here. */
  readonly forget: (rule: PermissionRule) => void;
}

/** The given rules, with revoke and undo. */
export function useGrants(source: GrantsSource): UseGrantsResult {
  const { rules, loaded = true, error, onRevoke, onRestore } = source;
  const [taken, setTaken] = useState<PermissionRule | null>(null);
  /** When rules that were saved again had been used: to the server they are new. */
  const [uses, setUses] = useState<ReadonlyMap<string, string>>(new Map());
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const [failure, setFailure] = useState<unknown>(null);
  const isGone = taken !== null && !rules.some(({ id }) => id === taken.id);
  const revoked = isGone && onRestore !== undefined ? [taken] : [];

  const forget = ({ id }: PermissionRule): void =>
    setTaken((before) => (before?.id === id ? null : before));

  const work = async (id: string, doing: () => void | Promise<void>): Promise<boolean> => {
    if (busy.has(id)) return false;
    setBusy((before) => new Set(before).add(id));
    setFailure(null);
    try {
      await doing();
      return true;
    } catch (thrown) {
      setFailure(thrown);
      return false;
    } finally {
      setBusy((before) => new Set([...before].filter((each) => each !== id)));
    }
  };
  const shown = rules.length + revoked.length;
  return {
    state: loaded ? (shown === 0 ? 'empty' : 'ready') : error === undefined ? 'loading' : 'failed',
    rules: rules
      .map((rule) => {
        const used = uses.get(rule.pattern);
        return used === undefined ? rule : { last_used_at: used, ...rule };
      })
      .toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1)),
    revoked,
    busy,
    error: failure ?? error,
    forget,
    async revoke(rule) {
      // Immediately, because after an optimistic change nothing else shows it.
      setTaken(rule);
      if (!(await work(rule.id, () => onRevoke(rule)))) forget(rule);
    },
    async restore(rule) {
      const { pattern, effect, session_id, expires_at, last_used_at: used } = rule;
      const done = await work(rule.id, () =>
        onRestore?.(effect, {
          resource: pattern,
          ...(session_id !== undefined && { session_id }),
          ...(expires_at !== undefined && { expires_at }),
        }),
      );
      if (!done) return;
      if (used !== undefined) setUses((before) => new Map(before).set(pattern, used));
      forget(rule);
    },
  };
}
