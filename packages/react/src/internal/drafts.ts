/**
 * What people have typed and not sent, by request and field. It outlives the components that show it;
 * secrets are never put here. Settling a request forgets its drafts.
 */
export interface Drafts {
  readonly get: (requestId: string, field: string) => unknown;
  readonly set: (requestId: string, field: string, value: unknown) => void;
  /** Forgets everything of one request. */
  readonly clear: (requestId: string) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

/** Drafts of this page; the oldest request's are dropped beyond `maxRequests`. */
export function createDrafts(maxRequests = 200): Drafts {
  const requests = new Map<string, ReadonlyMap<string, unknown>>();
  const listeners = new Set<() => void>();
  const announce = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    get: (requestId, field) => requests.get(requestId)?.get(field),
    set(requestId, field, value) {
      requests.set(requestId, new Map(requests.get(requestId)).set(field, value));
      const [oldest] = requests.keys();
      if (requests.size > maxRequests && oldest !== undefined) requests.delete(oldest);
      announce();
    },
    clear(requestId) {
      if (requests.delete(requestId)) announce();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What cards share where no provider gives them drafts of their own. */
export const pageDrafts: Drafts = createDrafts();
