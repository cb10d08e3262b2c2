'use client';
import { createSessionStore, type SessionSnapshot, type SessionStore } from '@hitl/client';
import { createCallLog } from '@hitl/client/view';
import type { CreateRunInput, Run } from '@hitl/protocol';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** Result of `useSession`: a live session, and its actions. */
export interface UseSessionResult
  extends SessionSnapshot, Pick<SessionStore, 'discard' | 'reconnect'> {
  /**
   * Sends a message, which starts a run, and resolves with the run. It never rejects, so that it
   * can be a form's `action`: a message that could not be sent is in `outbox` with its `error`, and
   * the promise resolves with `undefined`. The agent's `onNewMessage` decides about a message while
   * its run waits for a person: `reject` (default) refuses it with `session_busy`, `supersede` ends
   * that run and starts the next.
   */
  readonly send: (input: Omit<CreateRunInput, 'session_id'>) => Promise<Run | undefined>;
  /**
   * Sends a `failed` message of `outbox` again; it starts at most one run. It never rejects: if it
   * fails again, the message stays there with its new error.
   */
  readonly retry: (outgoingId: string) => Promise<Run | undefined>;
}

type SafeActions = Pick<UseSessionResult, 'send' | 'retry'>;

/** `send` and `retry` that never reject: a failed message is in the outbox with its error. */
function safeActionsOf({ send, retry }: SessionStore): SafeActions {
  return {
    send: (input) => send(input).catch(() => undefined),
    retry: (id) => retry(id).catch(() => undefined),
  };
}

/** One pair per store, so that the functions stay the same between renders. */
const safeActions = new WeakMap<SessionStore, SafeActions>();

/**
 * A live session: its transcript, streamed text, pending requests; and `send`, which starts a run.
 * The id may be new to the server.
 */
export function useSession(sessionId: string): UseSessionResult {
  const client = useHitlClient();
  const store = sharedStore(client, `session ${sessionId}`, () =>
    createSessionStore(client, sessionId, { calls: createCallLog() }),
  );
  const { send, retry } = safeActions.get(store) ?? safeActionsOf(store);
  if (!safeActions.has(store)) safeActions.set(store, { send, retry });
  const { discard, reconnect } = store;
  return { ...useStore(store), send, retry, discard, reconnect };
}
