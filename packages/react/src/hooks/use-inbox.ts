'use client';
import type { InboxFilter, InboxSnapshot, InboxStore } from '@hitl/client';
import { inboxOf } from '../internal/inbox-of.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** Result of `useInbox`: pending requests, connection state, and `reconnect` for a button. */
export type UseInboxResult = InboxSnapshot & Pick<InboxStore, 'reconnect'>;

/** Pending requests, oldest first, of all sessions unless `filter` is set. */
export function useInbox(filter: InboxFilter = {}): UseInboxResult {
  const store = inboxOf(useHitlClient(), filter);
  return { ...store, ...useStore(store) };
}
