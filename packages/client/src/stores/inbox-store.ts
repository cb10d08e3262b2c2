import type { InteractionRequest } from '@hitl/protocol';
import { sameJson } from '@hitl/protocol/fold';
import type { HitlClient, InboxFilter } from '../client/client.ts';
import { CLOSED, type Connection } from '../base/connection.ts';
import type { InboxEvent } from '../streams/inbox-sink.ts';
import { createStore, type Store } from './store.ts';
import { followTabs } from '../tabs/cross-tab-sync.ts';

/** State of an inbox store. */
export interface InboxSnapshot {
  /** Oldest first. */
  readonly interactions: readonly InteractionRequest[];
  /** Whether the server has sent the list at least once; until then an empty list means nothing. */
  readonly loaded: boolean;
  readonly connection: Connection;
}

/** Store of the pending requests. */
export interface InboxStore extends Store<InboxSnapshot> {
  /** Reconnects immediately, even after the server refused. Does nothing without listeners. */
  readonly reconnect: () => void;
}

/**
 * Creates a store of pending requests, of all sessions unless `filter` is set. After each reconnect
 * the server's list replaces the current one, without requests settled in the meantime. Connects
 * with the first listener and disconnects a moment after the last one left.
 */
export function createInboxStore(client: HitlClient, filter: InboxFilter = {}): InboxStore {
  let interactions: readonly InteractionRequest[] = [];
  let loaded = false;
  let connection: Connection = CLOSED;
  let stream: ReturnType<HitlClient['inboxEvents']> | undefined;

  function open(): void {
    stream?.close();
    let shown: readonly InteractionRequest[] | undefined = interactions;
    stream = client.inboxEvents(filter, {
      onSnapshot(list, pendingIds) {
        interactions = keepKnown(interactions, withPending(list, pendingIds, interactions));
        // The first one is reported even if it is empty.
        if (!loaded) shown = undefined;
        loaded = true;
      },
      onEvent(event) {
        interactions = foldInbox(interactions, event);
      },
      onBatch() {
        if (shown === interactions) return;
        shown = interactions;
        store.notify();
      },
      onConnection(next) {
        connection = next;
        store.notify();
      },
    });
  }

  const store = createStore<InboxSnapshot>(() => ({ interactions, loaded, connection }), {
    client,
    start() {
      open();
      const stop = followTabs(client, {
        waits: (requestId) => interactions.some(({ id }) => id === requestId),
        settled({ interaction_request: { id: settledId } }) {
          interactions = interactions.filter(({ id }) => id !== settledId);
          store.notify();
          // It should have notified.
          stream?.wake();
        },
      });
      return () => {
        stop();
        stream?.close();
        stream = undefined;
        connection = CLOSED;
        store.notify();
      };
    },
  });

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    reconnect() {
      if (stream !== undefined) open();
    },
  };
}

/**
 * `list`, with the objects of `known` for unchanged requests; `known` itself if nothing changed.
 * Each reconnect sends everything again, and a page with a thousand requests would rerender all of
 * them.
 */
function keepKnown(
  known: readonly InteractionRequest[],
  list: readonly InteractionRequest[],
): readonly InteractionRequest[] {
  const byId = new Map(known.map((request) => [request.id, request]));
  const kept = list.map((request) => {
    const before = byId.get(request.id);
    return before !== undefined && sameJson(before, request) ? before : request;
  });
  const same = kept.length === known.length && kept.every((one, at) => one === known[at]);
  return same ? known : kept;
}

/**
 * The requests of a snapshot, together with known ones that it only names: those are sent again in
 * a moment, and a card must not disappear and reappear while someone types into it.
 */
function withPending(
  list: readonly InteractionRequest[],
  pendingIds: readonly string[] | undefined,
  known: readonly InteractionRequest[],
): readonly InteractionRequest[] {
  if (pendingIds === undefined) return list;
  const byId = new Map([...known, ...list].map((request) => [request.id, request]));
  return pendingIds.flatMap((id) => byId.get(id) ?? []);
}

/** Folds one event. A repeated or unrelated one returns `list` itself. */
export function foldInbox(
  list: readonly InteractionRequest[],
  event: InboxEvent,
): readonly InteractionRequest[] {
  if (event.type === 'interaction_request') {
    const request = event.data.interaction_request;
    const known = list.findIndex(({ id }) => id === request.id);
    if (known === -1) return [...list, request];
    // Sent again after a snapshot that was too small for it: take the new state.
    return sameJson(list[known], request) ? list : list.with(known, request);
  }
  const at = list.findIndex(({ id }) => id === event.data.interaction_id);
  const request = list[at];
  if (request === undefined) return list;
  if (event.type === 'interaction_resolved') return list.toSpliced(at, 1);
  return list.with(at, withClock(request, event));
}

/** A request whose clock was stopped or restarted. */
export function withClock(
  request: InteractionRequest,
  event: Extract<InboxEvent, { type: 'tool_paused' | 'tool_resumed' }>,
): InteractionRequest {
  const { expires_at: _, paused: __, ...rest } = request;
  if (event.type === 'tool_paused') return { ...rest, paused: true };
  const { expires_at } = event.data;
  return { ...rest, ...(expires_at !== undefined && { expires_at }) };
}
