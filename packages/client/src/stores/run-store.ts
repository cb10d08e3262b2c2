import type { InteractionRequest, Run } from '@hitl/protocol';
import type { ControlState, Messages } from '@hitl/protocol/fold';
import type { HitlClient } from '../client/client.ts';
import type { Connection } from '../base/connection.ts';
import type { CallProgress } from './call-progress.ts';
import type { CallRecords } from './call-record.ts';
import { createFoldStore, type FoldOptions } from './fold-store.ts';
import { treeRun, type LiveText } from './session-fold.ts';
import type { Store } from './store.ts';

/** A run as it is known now. */
export interface RunSnapshot {
  readonly runId: string;
  /** `null` until its first event is here. */
  readonly run: Run | null;
  /** Its messages and those of the runs below it, in order. */
  readonly messages: Messages;
  /** Messages that the model is writing. */
  readonly live: readonly LiveText[];
  /** How far running calls are, those that say it. */
  readonly progress: readonly CallProgress[];
  /** What became of each tool call, where the store was given something that keeps it. */
  readonly calls: CallRecords | undefined;
  /** What waits for a person, in the order of asking. */
  readonly pending: readonly InteractionRequest[];
  /** The fold that all this comes from: where each call of the open batch stands. */
  readonly control: ControlState;
  /** Whether everything that had happened when the store connected is in here. */
  readonly loaded: boolean;
  readonly connection: Connection;
}

/** Follows one run. */
export interface RunStore extends Store<RunSnapshot> {
  /** Connects again at once; also after the server had refused. Without listeners, nothing. */
  readonly reconnect: () => void;
}

/**
 * Follows a run by folding its events: all from the first one, then live ones, until it has ended.
 * Connects with the first listener and lets go a moment after the last one left; what is known stays.
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
          // The stream of a nested run is a part of its root's; here it stands for itself.
          handlers.onEvent({ ...event, root_run_id: runId });
        },
      }),
    async newest(signal) {
      const run = await client.getRun(runId, { signal });
      // Of its root's events a nested run's stream shows some: none can be waited for.
      return run.root_run_id === runId ? run : undefined;
    },
    derive(control) {
      const run = treeRun(control, control.trees[runId]);
      return run === null ? null : { ...run, root_run_id: rootId };
    },
    // Member by member: this runs for each piece of text, and a spread would be felt.
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
