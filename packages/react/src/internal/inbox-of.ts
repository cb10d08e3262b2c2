import { createInboxStore, type HitlClient, type InboxFilter, type InboxStore } from '@hitl/client';
import { sharedStore } from './stores.ts';

/** The inbox of a client for a filter, shared by all components that read it. */
export function inboxOf(client: HitlClient, { userId, sessionId }: InboxFilter): InboxStore {
  return sharedStore(client, `inbox ${JSON.stringify([userId, sessionId])}`, () =>
    createInboxStore(client, { userId, sessionId }),
  );
}
