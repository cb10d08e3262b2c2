import type { PermissionRule, RuleEffect, RuleInput, RunEvent } from '@hitl/protocol';
import type { HitlClient } from '../client/client.ts';
import type { ClientError } from '../base/errors.ts';
import type { InboxEvent } from '../streams/inbox-sink.ts';
import { createRefreshable } from './refreshable.ts';
import { createStore, type Store } from './store.ts';

/** The rules of a user, as they are known now. */
export interface PermissionsSnapshot {
  readonly userId: string;
  readonly rules: readonly PermissionRule[];
  /** Whether they were read once; until then an empty list means nothing. */
  readonly loaded: boolean;
  /** Whether they are being read. */
  readonly loading: boolean;
  /** Why reading them failed last. */
  readonly error?: ClientError;
}

/** The rules of a user. */
export interface PermissionsStore extends Store<PermissionsSnapshot> {
  /** Reads them again. Never fails: see `error`. */
  readonly refresh: () => Promise<void>;
  /** Removes a rule by its pattern; it holds until the server said that it is gone. */
  readonly revoke: (pattern: string) => Promise<void>;
  /** Stores a rule, also one that was revoked by mistake. */
  readonly save: (effect: RuleEffect, rule: RuleInput) => Promise<void>;
}

/**
 * The rules of a user: read with the first listener, and again whenever an answer saved one or one
 * decided a call, as far as a stream of this client says so.
 */
export function createPermissionsStore(client: HitlClient, userId: string): PermissionsStore {
  const reading = createRefreshable(
    'list rules',
    async () => (await client.listRules(userId)).rules,
    () => store.notify(),
  );
  const { refresh } = reading;
  const store = createStore<PermissionsSnapshot>(
    () => {
      const { value, ...state } = reading.current();
      return { userId, rules: value ?? NONE, loaded: value !== undefined, ...state };
    },
    {
      client,
      start() {
        void refresh();
        return client.observe((event) => {
          if (event.type === 'rules_saved' || usesRules(event)) void refresh();
        });
      },
    },
  );

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    refresh,
    async revoke(pattern) {
      await client.revoke(userId, pattern);
      await refresh();
    },
    async save(effect, rule) {
      await client[effect](userId, rule);
      await refresh();
    },
  };
}

/** Whether a rule decided a call, which is then its last use. */
function usesRules(event: RunEvent | InboxEvent): boolean {
  return (
    event.type === 'batch_judged' && event.data.verdicts.some(({ rule }) => rule !== undefined)
  );
}

const NONE: readonly PermissionRule[] = [];
