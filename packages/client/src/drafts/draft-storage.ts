import type { DraftRetention, DraftsOptions, RequestDrafts } from './drafts.ts';

/** The part of `sessionStorage` that drafts need. Any call may throw: then they live with the page. */
export interface DraftStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

type Stored = Pick<DraftRetention, 'expires_at'> & { readonly value: unknown };

/** Keeps drafts in step with a storage and with what becomes of their requests. */
export interface StoredDrafts {
  /** Stores what one request has now. */
  save(requestId: string): void;
  /** Forgets one request, or all. */
  forget(requestId?: string): void;
}

const PREFIX = 'hitl draft ';
/** In characters, for all drafts of a request: storage is for what people type. */
const MAX_STORED = 0x10000;
const SECRET =
  /pass(word|wd|phrase|code)|secret|(api|access|private|signing)[-_ ]?key|token(?!s)|credential|authorization|cookie/i;

/**
 * Brings back what an earlier page of the tab left, and keeps it: one entry of the storage for each
 * request, so that several of these share a storage without knowing each other.
 */
export function createStoredDrafts(
  { client, storage = tabStorage() }: DraftsOptions,
  requests: Map<string, RequestDrafts>,
  notify: () => void,
): StoredDrafts {
  /** Storage may be full, forbidden or somebody else's: typing goes on without it. */
  function attempt<T>(work: (storage: DraftStorage) => T, otherwise: T): T {
    try {
      return storage === null ? otherwise : work(storage);
    } catch {
      return otherwise;
    }
  }

  const stored = (): readonly string[] =>
    attempt(
      (from) =>
        Array.from({ length: from.length }, (_, index) => from.key(index) ?? '')
          .filter((key) => key.startsWith(PREFIX))
          .map((key) => key.slice(PREFIX.length)),
      [],
    );

  function remove(id: string): void {
    attempt((from) => from.removeItem(PREFIX + id), undefined);
  }

  function save(id: string): void {
    // First of all, so that what cannot be stored leaves no older draft behind.
    remove(id);
    const lasting = [...(requests.get(id) ?? [])].filter(
      ([field, { keep, value }]) => keep !== 'page' && isStorable({ [field]: value }),
    );
    const text = JSON.stringify(lasting);
    if (lasting.length === 0 || text.length > MAX_STORED) return;
    attempt((to) => to.setItem(PREFIX + id, text), undefined);
  }

  function restore(): void {
    const now = client?.clock.now() ?? Date.now();
    const ids = stored();
    for (const id of ids) {
      const drafts = attempt((from) => readDrafts(from.getItem(PREFIX + id)), []);
      // A request whose time is over cannot be answered any more.
      const live = drafts.filter(([, { expires_at: end }]) => !end || Date.parse(end) > now);
      if (live.length === 0) remove(id);
      // What was typed in the meantime is newer.
      else requests.set(id, new Map([...live, ...(requests.get(id) ?? [])]));
    }
    if (ids.length > 0) notify();
  }

  client?.observe((event) => {
    if (event.type === 'interaction_resolved') {
      const { interaction_id: id } = event.data;
      if (!requests.delete(id)) return;
      remove(id);
      notify();
    } else if (event.type === 'tool_paused' || event.type === 'tool_resumed') {
      const { interaction_id: id, ...clock } = event.data;
      const drafts = requests.get(id);
      if (drafts === undefined) return;
      const expires_at = 'expires_at' in clock ? clock.expires_at : undefined;
      const moved = [...drafts].map(([field, draft]) => [field, { ...draft, expires_at }] as const);
      requests.set(id, new Map(moved));
      save(id);
    }
  });

  restore();
  return {
    save,
    forget(id) {
      for (const one of id === undefined ? stored() : [id]) remove(one);
      const known = id === undefined ? requests.size > 0 : requests.has(id);
      if (id === undefined) requests.clear();
      else requests.delete(id);
      if (known) notify();
    },
  };
}

/** Where there are pages there are tabs; a server has people of many, and one storage at most. */
function tabStorage(): DraftStorage | null {
  if (!('document' in globalThis)) return null;
  try {
    // Asking for it throws where cookies are blocked.
    return (globalThis as { sessionStorage?: DraftStorage }).sessionStorage ?? null;
  } catch {
    return null;
  }
}

/** Anything may lie in a tab's storage: what older versions and other scripts left. Throws at it. */
function readDrafts(text: string | null): readonly (readonly [string, Stored])[] {
  const entries = JSON.parse(text ?? '[]') as readonly (readonly [string, Stored])[];
  return entries.map(([field, { value, expires_at }]) => [field, { value, expires_at }]);
}

/** Whether a value is JSON without a name in it that sounds like a secret's. */
function isStorable(value: unknown): boolean {
  let secret = false;
  try {
    JSON.stringify(value, (key, item: unknown) => {
      secret ||= SECRET.test(key);
      return item;
    });
    return !secret;
  } catch {
    return false;
  }
}
