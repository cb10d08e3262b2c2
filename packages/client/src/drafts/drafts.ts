import type { InteractionRequest } from '@hitl/protocol';
import type { HitlClient } from '../client/client.ts';
import {
  createStoredDrafts,
  type DraftRetention,
  type DraftStorage,
  type RequestDrafts,
  type StoredDrafts,
} from './draft-storage.ts';
import { createStore, type Store } from '../stores/store.ts';

/**
 * Unsent input, by request and field. It outlives the views that show it; secrets are never stored
 * here. Settling a request removes its drafts.
 */
export interface Drafts {
  /** The same value until it is set again; `undefined` if nothing was typed. */
  readonly get: (requestId: string, field: string) => unknown;
  /** Stores a JSON value; `undefined` removes the draft of that field. */
  readonly set: (
    requestId: string,
    field: string,
    value: unknown,
    keeping?: DraftRetention,
  ) => void;
  /** Removes all drafts of one request; without an id, all drafts, for example at sign-out. */
  readonly clear: (requestId?: string) => void;
  /** Calls `listener` after each change. Returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Options of `createDrafts`. */
export interface DraftsOptions {
  /** Drafts of settled requests are removed when a stream of this client reports the settlement. */
  client?: HitlClient | undefined;
  /** Storage that survives a reload. Default: the page's `sessionStorage`. `null`: none. */
  storage?: DraftStorage | null | undefined;
  /** Maximum number of requests with drafts; the least recently used are dropped. Default 200. */
  maxRequests?: number | undefined;
}

/**
 * Drafts of this page and, across reloads, of this tab. Drafts of an earlier page of the tab are
 * restored with the first listener.
 */
export function createDrafts({ client, storage, maxRequests = 200 }: DraftsOptions = {}): Drafts {
  const requests = new Map<string, RequestDrafts>();
  const { subscribe, notify } = createStore(() => undefined);
  let opened: StoredDrafts | undefined;

  /** Restores the drafts of an earlier page, once, and follows the settlements of requests. */
  function open(): StoredDrafts {
    if (opened !== undefined) return opened;
    const stored = (opened = createStoredDrafts(storage));
    const now = client?.clock.now() ?? Date.now();
    const ids = stored.ids();
    for (const id of ids) {
      const drafts = stored.read(id, now);
      // An expired request can no longer be answered.
      if (drafts.size === 0) stored.write(id);
      // Input typed in the meantime is newer.
      else requests.set(id, new Map([...drafts, ...(requests.get(id) ?? [])]));
    }
    client?.observe((event) => {
      if (event.type === 'interaction_resolved') clear(event.data.interaction_id);
      else if (event.type === 'tool_paused' || event.type === 'tool_resumed') {
        const { interaction_id: id } = event.data;
        const expiresAt = 'expires_at' in event.data ? event.data.expires_at : undefined;
        const drafts = requests.get(id);
        if (drafts === undefined) return;
        const moved = [...drafts].map(([field, one]) => [field, { ...one, expiresAt }] as const);
        keep(id, new Map(moved));
      }
    });
    if (ids.length > 0) notify();
    return stored;
  }

  function keep(id: string, drafts: RequestDrafts): void {
    requests.set(id, drafts);
    open().write(id, drafts);
  }

  function clear(id?: string): void {
    const stored = open();
    for (const one of id === undefined ? stored.ids() : [id]) stored.write(one);
    const known = id === undefined ? requests.size > 0 : requests.delete(id);
    if (id === undefined) requests.clear();
    if (known) notify();
  }

  return {
    get: (id, field) => requests.get(id)?.get(field)?.value,
    set(id, field, value, retention) {
      open();
      const drafts = new Map(requests.get(id));
      if (value === undefined) drafts.delete(field);
      else drafts.set(field, { ...retention, value });
      // Last, so that untouched drafts become the oldest.
      requests.delete(id);
      keep(id, drafts);
      const [oldest] = requests.keys();
      if (requests.size > maxRequests && oldest !== undefined) clear(oldest);
      else notify();
    },
    clear,
    subscribe(listener) {
      const stop = subscribe(listener);
      open();
      return stop;
    },
  };
}

/** One draft. */
export interface Draft<T> extends Store<T> {
  readonly set: (value: T) => void;
  /** Resets it to its initial value. */
  readonly clear: () => void;
}

/**
 * Draft of one field of a request. Drafts of the same request and field share one value, wherever
 * they are shown; it is `initial` until something is set. `keep: 'never'` is for secrets: the value
 * is kept only in this object.
 */
export function createDraft<T>(
  drafts: Drafts,
  request: Pick<InteractionRequest, 'id' | 'expires_at'>,
  field: string,
  initial: T,
  { keep }: { keep?: DraftRetention['keep'] | 'never' } = {},
): Draft<T> {
  if (keep === 'never') return createSecret(initial);
  const { id, expires_at: expiresAt } = request;
  function getSnapshot(): T {
    const value = drafts.get(id, field) as T | undefined;
    return value === undefined ? initial : value;
  }
  return {
    getSnapshot,
    subscribe(listener) {
      let shown = getSnapshot();
      return drafts.subscribe(() => {
        const next = getSnapshot();
        if (next === shown) return;
        shown = next;
        listener();
      });
    },
    set: (value) => drafts.set(id, field, value, { keep, expiresAt }),
    clear: () => drafts.set(id, field, undefined),
  };
}

/** A draft that is not shared or stored. */
function createSecret<T>(initial: T): Draft<T> {
  let value = initial;
  const { getSnapshot, subscribe, notify } = createStore(() => value);
  const set = (next: T): void => {
    value = next;
    notify();
  };
  return { getSnapshot, subscribe, set, clear: () => set(initial) };
}
