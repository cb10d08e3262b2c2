'use client';
import { createSessionStore, type SessionSnapshot, type SessionStore } from '@hitl/client';
import { createCallLog } from '@hitl/client/view';
import type { CreateRunInput, Run } from '@hitl/protocol';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** A session as it happens, and what can be done in it. */
export interface UseSessionResult
  extends SessionSnapshot, Pick<SessionStore, 'discard' | 'reconnect'> {
  /**
   * Sends a message, which starts a run, and resolves with the run. It never rejects, so that it can be
   * a form's `action`: a message that was not sent stands in `outbox` with its reason as `error`, and
   * the promise resolves with `undefined`.
   *
   * What a message does while the agent's run waits for a person is the agent's `onNewMessage`:
   * `reject` (default) refuses it with `session_busy`, `supersede` ends that run and starts the next.
   */
  readonly send: (input: Omit<CreateRunInput, 'session_id'>) => Promise<Run | undefined>;
  /**
   * Sends a message of `outbox` again whose `status` is `failed`; it starts one run at most. It never
   * rejects: if it fails again, the message stays there with its new reason.
   */
  readonly retry: (outgoingId: string) => Promise<Run | undefined>;
}

type Calm = Pick<UseSessionResult, 'send' | 'retry'>;

/** What was not sent stands in the outbox and says why; nothing is left to be caught. */
function calmed({ send, retry }: SessionStore): Calm {
  return {
    send: (input) => send(input).catch(() => undefined),
    retry: (id) => retry(id).catch(() => undefined),
  };
}

/** The same functions at each rendering. */
const calm = new WeakMap<SessionStore, Calm>();

/**
 * A session as it happens: its transcript, what the agent is writing, what waits for a person; and
 * `send`, which starts a run. The id may be one that the server does not know yet.
 */
export function useSession(sessionId: string): UseSessionResult {
  const client = useHitlClient();
  const store = sharedStore(client, `session ${sessionId}`, () =>
    createSessionStore(client, sessionId, { calls: createCallLog() }),
  );
  const { send, retry } = calm.get(store) ?? calmed(store);
  if (!calm.has(store)) calm.set(store, { send, retry });
  const { discard, reconnect } = store;
  return { ...useStore(store), send, retry, discard, reconnect };
}
