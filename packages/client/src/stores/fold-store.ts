import type { InteractionRequest } from '@hitl/protocol';
import type { ControlState } from '@hitl/protocol/fold';
import type { EventHandlers, HitlClient } from '../client/client.ts';
import { CLOSED, streamStart, type Connection, type StreamHandle } from '../base/connection.ts';
import type { WebAbortSignal } from '../base/web-types.ts';
import { createFoldedSession, waitingIn, type SessionFold } from './session-fold.ts';
import type { CallLog } from './call-record.ts';
import { createStore, type Changeable } from './store.ts';

/** State of a session or a run. */
export interface FoldView<D> {
  readonly fold: SessionFold;
  /** Derived from the control state: the same object until that changes. */
  readonly derived: D;
  /**
   * Pending requests, oldest first: the same array until that changes. Empty until past events have
   * been read, so that no answered request is shown.
   */
  readonly pending: readonly InteractionRequest[];
  /** Whether `fold` includes everything that had happened when the store connected. */
  readonly loaded: boolean;
  readonly connection: Connection;
}

/** Source and consumers of a fold store. */
export interface FoldSource<S, D> {
  follow(handlers: EventHandlers): StreamHandle;
  /** Fetches the newest run: its root and last `seq`. `undefined`: there is none. */
  newest(signal: WebAbortSignal): Promise<{ root_run_id: string; last_seq: number } | undefined>;
  /** Called when the control state has changed, and not for each piece of text. */
  derive(control: ControlState): D;
  build(view: FoldView<D>): S;
  /** The call log, if there is one. */
  calls: CallLog | undefined;
}

/** Options of session and run stores. */
export interface FoldOptions {
  /**
   * Call log that builds a record of each tool call: `createCallLog()` of `@hitl/client/view`, a
   * new one for each store. Default: none.
   */
  calls?: CallLog | undefined;
}

/** A store over the fold of a stream. */
export interface FoldStore<S> extends Changeable<S> {
  /** Reconnects immediately and continues after the known events; does nothing without listeners. */
  readonly reconnect: () => void;
}

const NONE: readonly InteractionRequest[] = [];

/**
 * Folds a stream while there are listeners. The state is kept without listeners, and the next
 * connection continues from it.
 */
export function createFoldStore<S, D>(client: HitlClient, source: FoldSource<S, D>): FoldStore<S> {
  const position = streamStart();
  const session = createFoldedSession(source.calls);
  let pending: readonly InteractionRequest[] = [];
  let derivation: { readonly control: ControlState; readonly derived: D } | undefined;
  let connection: Connection = CLOSED;
  let loaded = false;
  /**
   * The end of the past events is unknown; pending requests are then shown as far as they are
   * known.
   */
  let blind = false;
  let stream: StreamHandle | undefined;
  let asking: AbortController | undefined;
  let target: { root_run_id: string; last_seq: number } | undefined;

  function onConnection(next: Connection): void {
    connection = next;
    // The stream ended or the server refused: there is nothing more to wait for.
    if (next.status === 'closed') loaded = true;
    if (next.status === 'open' && !loaded) void askForNewest();
    store.notify();
  }

  async function askForNewest(): Promise<void> {
    asking?.abort();
    const { signal } = (asking = new AbortController());
    try {
      target = await source.newest(signal);
      loaded ||= target === undefined;
    } catch {
      // The stream has the same problem, reports it and reconnects; then this is tried again.
      blind ||= !signal.aborted;
      store.notify();
      return;
    }
    checkLoaded();
    store.notify();
  }

  /** Whether the store has just become loaded. */
  function checkLoaded(): boolean {
    if (loaded || target === undefined) return false;
    loaded = (position.seen.get(target.root_run_id) ?? 0) >= target.last_seq;
    return loaded;
  }

  function close(): void {
    asking?.abort();
    stream?.close();
    stream = undefined;
  }

  function open(): void {
    close();
    let shown = session.current();
    stream = source.follow({
      position,
      onEvent: session.add,
      onBatch() {
        const known = shown;
        shown = session.current();
        if (checkLoaded() || shown !== known) store.notify();
      },
      onConnection,
    });
  }

  const store = createStore(
    () => {
      const fold = session.current();
      const { control } = fold;
      if (derivation?.control !== control) {
        derivation = { control, derived: source.derive(control) };
        const waiting = waitingIn(control);
        const same = waiting.every((request, index) => request === pending[index]);
        if (!same || waiting.length !== pending.length) pending = waiting;
      }
      const { derived } = derivation;
      const known = loaded || blind ? pending : NONE;
      return source.build({ fold, derived, pending: known, loaded, connection });
    },
    {
      client,
      start() {
        open();
        return () => {
          close();
          connection = CLOSED;
          store.notify();
        };
      },
    },
  );

  return {
    ...store,
    reconnect() {
      if (stream !== undefined) open();
    },
  };
}
