import type { CreateRunInput, InteractionRequest, Run } from '@hitl/protocol';
import {
  sessionStatus,
  type ControlState,
  type Messages,
  type SessionStatus,
} from '@hitl/protocol/fold';
import type { HitlClient } from '../client/client.ts';
import { CLOSED, type Connection } from '../base/connection.ts';
import type { CallProgress } from './call-progress.ts';
import type { CallRecords } from './call-record.ts';
import { createFoldStore, type FoldOptions } from './fold-store.ts';
import { createOutbox, type OutgoingMessage } from './outbox.ts';
import { currentTree, treeRun, type LiveText } from './session-fold.ts';
import type { Store } from './store.ts';

/** A session as it is known now. */
export interface SessionSnapshot {
  readonly sessionId: string;
  /** What the session is doing. */
  readonly status: SessionStatus;
  /** The unfinished run, else the newest one; `null` in a new session. */
  readonly run: Run | null;
  /** The transcript of all its runs, in order. */
  readonly messages: Messages;
  /** Messages that the model is writing. */
  readonly live: readonly LiveText[];
  /** How far running calls are, those that say it. */
  readonly progress: readonly CallProgress[];
  /** What became of each tool call, where the store was given something that keeps it. */
  readonly calls: CallRecords | undefined;
  /** Messages of the person that are not in `messages` yet. */
  readonly outbox: readonly OutgoingMessage[];
  /** What waits for a person, in the order of asking. */
  readonly pending: readonly InteractionRequest[];
  /** The fold that all this comes from: where each call of the open batch stands. */
  readonly control: ControlState;
  /** Whether everything that had happened when the store connected is in here. */
  readonly loaded: boolean;
  /** A session that the server does not know is a new one: closed, without an error. */
  readonly connection: Connection;
}

/** Follows all runs of a session, and starts them. */
export interface SessionStore extends Store<SessionSnapshot> {
  /**
   * Sends a message, which starts a run. Until its events are here it stands in `outbox`; so does a
   * failed one, until it is sent again or discarded. Fails with a `ClientError`: `session_busy` while
   * a run is unfinished.
   */
  readonly send: (input: Omit<CreateRunInput, 'session_id'>) => Promise<Run>;
  /** Sends a failed message again; if it had arrived after all, its run is returned. */
  readonly retry: (outgoingId: string) => Promise<Run>;
  /** Forgets a failed message. */
  readonly discard: (outgoingId: string) => void;
  /** Connects again at once; also after the server had refused. Without listeners, nothing. */
  readonly reconnect: () => void;
}

/**
 * Follows a session by folding the events of all its runs. The id may be one that the server does not
 * know yet: the first message creates the session. Connects with the first listener and lets go a
 * moment after the last one left; what is known stays.
 */
export function createSessionStore(
  client: HitlClient,
  sessionId: string,
  { calls }: FoldOptions = {},
): SessionStore {
  const store = createFoldStore<SessionSnapshot, Pick<SessionSnapshot, 'status' | 'run'>>(client, {
    calls,
    follow: (handlers) => client.sessionEvents(sessionId, handlers),
    async newest(signal) {
      const page = await client.listRuns({ sessionId, limit: 1 }, { signal });
      return page.runs[0];
    },
    derive: (control) => ({
      status: sessionStatus(control),
      run: treeRun(control, currentTree(control)),
    }),
    // Member by member: this runs for each piece of text, and a spread would be felt.
    build({ fold, derived, pending, loaded, connection }) {
      const { control, messages, live, progress } = fold;
      const isNew = connection.error?.code === 'session_not_found';
      return {
        sessionId,
        status: derived.status,
        run: derived.run,
        messages,
        live,
        progress,
        calls: fold.calls,
        outbox: outbox.list((runId) => messages.some((message) => message.run_id === runId)),
        pending,
        control,
        loaded,
        connection: isNew ? CLOSED : connection,
      };
    },
  });
  const outbox = createOutbox(client, store.notify);

  /** The session may be new: now that it exists, it can be followed. */
  async function followed(sending: Promise<Run>): Promise<Run> {
    const run = await sending;
    if (store.getSnapshot().connection.status === 'closed') store.reconnect();
    return run;
  }

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    reconnect: store.reconnect,
    send: (input) => followed(outbox.send({ ...input, session_id: sessionId })),
    retry: (id) => followed(outbox.retry(id)),
    discard: (id) => outbox.discard(id),
  };
}
