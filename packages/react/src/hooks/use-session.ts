'use client';
import { createSessionStore, type SessionSnapshot, type SessionStore } from '@hitl/client';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** A session as it happens, and what can be done in it. */
export type Session = SessionSnapshot & Omit<SessionStore, 'subscribe' | 'getSnapshot'>;

/**
 * A session as it happens: its transcript, what the agent is writing, what waits for a person; and
 * `send`, which starts a run. The id may be one that the server does not know yet.
 */
export function useSession(sessionId: string): Session {
  const client = useHitlClient();
  const store = sharedStore(client, `session ${sessionId}`, () =>
    createSessionStore(client, sessionId),
  );
  return { ...store, ...useStore(store) };
}
