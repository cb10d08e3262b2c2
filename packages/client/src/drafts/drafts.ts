import type { InteractionRequest } from '@hitl/protocol';
import type { HitlClient } from '../client/client.ts';
import type { StoredDrafts, DraftStorage } from './draft-storage.ts';
import { createStore, type Store } from '../stores/store.ts';

/** How long one draft is kept. */
export interface DraftRetention {
  /**
   * `tab`, the default: also across a reload. `page`: in memory alone, for what may be a secret. What
   * lies under a name that sounds like a secret's, such as `api_key`, is never more than that.
   */
  keep?: 'tab' | 'page' | undefined;
  /** When its request ends by itself, as in the request: a reload after that finds no draft. */
  expires_at?: string | undefined;
}

/**
 * What people have typed and not sent, by request and field. It outlives the views that show it;
 * secrets are never put here. Settling a request forgets its drafts.
 */
export interface Drafts {
  /** The same value until it is set anew; `undefined` where nothing was typed. */
  readonly get: (requestId: string, field: string) => unknown;
  /** Keeps a JSON value; `undefined` forgets that field. */
  readonly set: (
    requestId: string,
    field: string,
    value: unknown,
    keeping?: DraftRetention,
  ) => void;
  /** Forgets everything of one request; without an id, everything: when somebody signs out. */
  readonly clear: (requestId?: string) => void;
  /** Calls `listener` after each change. Returns what stops it. */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Where drafts are kept, and for how many requests. */
export interface DraftsOptions {
  /** Settled requests are forgotten as soon as a stream of this client tells of it. */
  client?: HitlClient | undefined;
  /** What survives a reload. Default: the page's `sessionStorage`. `null`: nothing does. */
  storage?: DraftStorage | null | undefined;
  /** How many requests can have drafts; those left alone longest are dropped. Default 200. */
  maxRequests?: number | undefined;
}

/** The drafts of one request, by field. */
export type RequestDrafts = ReadonlyMap<string, DraftRetention & { readonly value: unknown }>;

/**
 * Drafts of this page and, across reloads, of this tab. What an earlier page of the tab left is there a
 * moment after the first one listens: what reads the tab's storage is loaded then.
 */
export function createDrafts(options: DraftsOptions = {}): Drafts {
  const { maxRequests = 200 } = options;
  const requests = new Map<string, RequestDrafts>();
  const { subscribe, notify } = createStore(() => undefined);
  let stored: Promise<StoredDrafts> | undefined;

  async function withStored(work?: (keeper: StoredDrafts) => void): Promise<void> {
    try {
      stored ??= import('./draft-storage.ts').then(({ createStoredDrafts }) =>
        createStoredDrafts(options, requests, notify),
      );
      work?.(await stored);
    } catch {
      // Until it can be loaded, drafts live with the page.
      stored = undefined;
    }
  }

  function clear(id?: string): void {
    const known = id === undefined ? requests.size > 0 : requests.delete(id);
    if (id === undefined) requests.clear();
    void withStored((to) => to.forget(id));
    if (known) notify();
  }

  return {
    get: (id, field) => requests.get(id)?.get(field)?.value,
    set(id, field, value, keeping) {
      const drafts = new Map(requests.get(id));
      if (value === undefined) drafts.delete(field);
      else drafts.set(field, { ...keeping, value });
      // Last, so that those which nobody touches become the oldest.
      requests.delete(id);
      requests.set(id, drafts);
      void withStored((to) => to.save(id));
      const [oldest] = requests.keys();
      if (requests.size > maxRequests && oldest !== undefined) clear(oldest);
      else notify();
    },
    clear,
    subscribe(listener) {
      void withStored();
      return subscribe(listener);
    },
  };
}

/** One draft. */
export interface Draft<T> extends Store<T> {
  readonly set: (value: T) => void;
  /** Back to the value that it began with. */
  readonly clear: () => void;
}

/**
 * What a person is making up for one field of a request. All drafts of the same request and field are
 * one, wherever they are shown; `initial` stands until something is set. `keep: 'never'` is for
 * secrets: the value lives in this very object.
 */
export function createDraft<T>(
  drafts: Drafts,
  request: Pick<InteractionRequest, 'id' | 'expires_at'>,
  field: string,
  initial: T,
  { keep }: { keep?: DraftRetention['keep'] | 'never' } = {},
): Draft<T> {
  if (keep === 'never') return createSecret(initial);
  const { id, expires_at } = request;
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
    set: (value) => drafts.set(id, field, value, { keep, expires_at }),
    clear: () => drafts.set(id, field, undefined),
  };
}

/** A draft that is nowhere else. */
function createSecret<T>(initial: T): Draft<T> {
  let value = initial;
  const { getSnapshot, subscribe, notify } = createStore(() => value);
  const set = (next: T): void => {
    value = next;
    notify();
  };
  return { getSnapshot, subscribe, set, clear: () => set(initial) };
}
