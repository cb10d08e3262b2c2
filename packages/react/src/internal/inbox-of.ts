import { createInboxStore, type HitlClient, type InboxFilter, type InboxStore } from '@hitl/client';
import { sharedStore } from './stores.ts';

/** The one inbox of a client for a filter, however many components read it. */
export function inboxOf(client: HitlClient, { userId, sessionId }: InboxFilter): InboxStore {
  return sharedStore(client, `inbox ${JSON.stringify([userId, sessionId])}`, () =>
    createInboxStore(client, { userId, sessionId }),
  );
}
