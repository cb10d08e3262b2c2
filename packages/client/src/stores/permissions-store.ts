import type { PermissionRule, RuleEffect, RuleInput, RunEvent } from '@hitl/protocol';
import type { HitlClient } from '../client/client.ts';
import type { ClientError } from '../base/errors.ts';
import type { InboxEvent } from '../streams/inbox-sink.ts';
import { createRefreshable } from './refreshable.ts';
import { createStore, type Store } from './store.ts';

/** State of a permissions store. */
export interface PermissionsSnapshot {
  readonly userId: string;
  readonly rules: readonly PermissionRule[];
  /** Whether they have been read; until then an empty list means nothing. */
  readonly loaded: boolean;
  /** Whether a read is in progress. */
  readonly loading: boolean;
  /** Error of the last read, if it failed. */
  readonly error?: ClientError;
}

/** The rules of a user. */
export interface PermissionsStore extends Store<PermissionsSnapshot> {
  /** Reads them again. Never rejects: see `error`. */
  readonly refresh: () => Promise<void>;
  /** Removes a rule by its pattern; it stays in the list until the server confirms. */
  readonly revoke: (pattern: string) => Promise<void>;
  /** Saves a rule, for example one that was revoked by mistake. */
  readonly save: (effect: RuleEffect, rule: RuleInput) => Promise<void>;
}

/**
 * Creates a store of a user's rules: read with the first listener, and again whenever a stream of
 * this client reports that an answer saved a rule or a rule decided a call.
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

/** Whether a rule decided a call, which changes its last use. */
function usesRules(event: RunEvent | InboxEvent): boolean {
  return (
    event.type === 'batch_judged' && event.data.verdicts.some(({ rule }) => rule !== undefined)
  );
}

const NONE: readonly PermissionRule[] = [];
