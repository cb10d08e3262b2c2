import type { InteractionRequest, Run } from '@hitl/protocol';
import type { ControlState, Messages } from '@hitl/protocol/fold';
import type { HitlClient } from '../client/client.ts';
import type { Connection } from '../base/connection.ts';
import type { CallProgress } from './call-progress.ts';
import type { CallRecords } from './call-record.ts';
import { createFoldStore, type FoldOptions } from './fold-store.ts';
import { treeRun, type LiveText } from './session-fold.ts';
import type { Store } from './store.ts';

/** State of a run store. */
export interface RunSnapshot {
  readonly runId: string;
  /** `null` until its first event. */
  readonly run: Run | null;
  /** Messages of the run and its nested runs, in order. */
  readonly messages: Messages;
  /** Messages being streamed by the model. */
  readonly live: readonly LiveText[];
  /** Progress of running calls that report it. */
  readonly progress: readonly CallProgress[];
  /** Record of each tool call, if the store has a call log. */
  readonly calls: CallRecords | undefined;
  /** Pending requests, oldest first. */
  readonly pending: readonly InteractionRequest[];
  /** The underlying control state, with the state of each call of the open batch. */
  readonly control: ControlState;
  /** Whether everything that had happened when the store connected is included. */
  readonly loaded: boolean;
  readonly connection: Connection;
}

/** Follows one run. */
export interface RunStore extends Store<RunSnapshot> {
  /** Reconnects immediately, even after the server refused. Does nothing without listeners. */
  readonly reconnect: () => void;
}

/**
 * Creates a store of a run that folds its events: all from the first one, then live ones, until it
 * has ended. Connects with the first listener and disconnects a moment after the last one left; the
 * state is kept.
 */
export function createRunStore(
  client: HitlClient,
  runId: string,
  { calls }: FoldOptions = {},
): RunStore {
  let rootId = runId;
  const { notify: _, ...store } = createFoldStore<RunSnapshot, Run | null>(client, {
    calls,
    follow: (handlers) =>
      client.runEvents(runId, {
        ...handlers,
        onEvent(event) {
          rootId = event.root_run_id;
          // The stream of a nested run is a part of its root's; here it is treated as separate.
          handlers.onEvent({ ...event, root_run_id: runId });
        },
      }),
    async newest(signal) {
      const run = await client.getRun(runId, { signal });
      // A nested run's stream contains only some events of its root, so it cannot wait for a given
      // `seq`.
      return run.root_run_id === runId ? run : undefined;
    },
    derive(control) {
      const run = treeRun(control, control.trees[runId]);
      return run === null ? null : { ...run, root_run_id: rootId };
    },
    // Member by member: this runs for each piece of text, where a spread would be slow.
    build: ({ fold, derived, pending, loaded, connection }) => ({
      runId,
      run: derived,
      messages: fold.messages,
      live: fold.live,
      progress: fold.progress,
      calls: fold.calls,
      pending,
      control: fold.control,
      loaded,
      connection,
    }),
  });
  return store;
}
