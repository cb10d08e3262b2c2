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

/** State of a session store. */
export interface SessionSnapshot {
  readonly sessionId: string;
  /** Status of the session. */
  readonly status: SessionStatus;
  /** The unfinished run, else the newest one; `null` in a new session. */
  readonly run: Run | null;
  /** The transcript of all its runs, in order. */
  readonly messages: Messages;
  /** Messages being streamed by the model. */
  readonly live: readonly LiveText[];
  /** Progress of running calls that report it. */
  readonly progress: readonly CallProgress[];
  /** Record of each tool call, if the store has a call log. */
  readonly calls: CallRecords | undefined;
  /** Messages of the user that are not in `messages` yet. */
  readonly outbox: readonly OutgoingMessage[];
  /** Pending requests, oldest first. */
  readonly pending: readonly InteractionRequest[];
  /** The underlying control state, with the state of each call of the open batch. */
  readonly control: ControlState;
  /** Whether everything that had happened when the store connected is included. */
  readonly loaded: boolean;
  /**
   * State of the event stream. A session unknown to the server is a new one: closed, without an
   * error.
   */
  readonly connection: Connection;
}

/** Follows all runs of a session, and starts them. */
export interface SessionStore extends Store<SessionSnapshot> {
  /**
   * Sends a message, which starts a run. It is in `outbox` until its events arrive; a failed one
   * stays there until it is sent again or discarded. Rejects with a `ClientError`: `session_busy`
   * while a run is unfinished.
   */
  readonly send: (input: Omit<CreateRunInput, 'session_id'>) => Promise<Run>;
  /** Sends a failed message again; if it had arrived after all, returns its run. */
  readonly retry: (outgoingId: string) => Promise<Run>;
  /** Discards a failed message. */
  readonly discard: (outgoingId: string) => void;
  /** Reconnects immediately, even after the server refused. Does nothing without listeners. */
  readonly reconnect: () => void;
}

/**
 * Creates a store of a session that folds the events of all its runs. The id may be new to the
 * server: the first message creates the session. Connects with the first listener and disconnects a
 * moment after the last one left; the state is kept.
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
    // Member by member: this runs for each piece of text, where a spread would be slow.
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

  /** The session may be new: it can be followed now that it exists. */
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
