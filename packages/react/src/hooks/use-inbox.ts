'use client';
import {
  createInboxStore,
  type InboxFilter,
  type InboxSnapshot,
  type InboxStore,
} from '@hitl/client';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

export type FollowedInbox = InboxSnapshot & Pick<InboxStore, 'reconnect'>;

/** What waits for a person, oldest first, over all sessions unless `filter` says otherwise. */
export function useInbox(filter: InboxFilter = {}): FollowedInbox {
  const client = useHitlClient();
  const { user_id, session_id } = filter;
  const store = sharedStore(client, `inbox ${JSON.stringify([user_id, session_id])}`, () =>
    createInboxStore(client, { user_id, session_id }),
  );
  return { ...store, ...useStore(store) };
}
