'use client';
import type { InboxFilter, InboxSnapshot, InboxStore } from '@hitl/client';
import { inboxOf } from '../internal/inbox-of.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** What waits, how the connection is, and `reconnect` for a button. */
export type UseInboxResult = InboxSnapshot & Pick<InboxStore, 'reconnect'>;

/** What waits for a person, oldest first, over all sessions unless `filter` says otherwise. */
export function useInbox(filter: InboxFilter = {}): UseInboxResult {
  const store = inboxOf(useHitlClient(), filter);
  return { ...store, ...useStore(store) };
}
