/** The part of `sessionStorage` that drafts need. Any call may throw: then they live with the page. */
export interface DraftStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** How long one draft is kept. */
export interface DraftRetention {
  /**
   * `tab`, the default: also across a reload. `page`: in memory alone, for what may be a secret. What
   * lies under a name that sounds like a secret's, such as `api_key`, is never more than that.
   */
  keep?: 'tab' | 'page' | undefined;
  /** When its request ends by itself, as in the request: a reload after that finds no draft. */
  expiresAt?: string | undefined;
}

/** The drafts of one request, by field. */
export type RequestDrafts = ReadonlyMap<string, DraftRetention & { readonly value: unknown }>;

/** The drafts in a storage: one entry for each request, so that several clients can share it. */
export interface StoredDrafts {
  /** The requests that have an entry. */
  readonly ids: () => readonly string[];
  /** What of an entry can still be sent at `now`; throws nothing, whatever lies there. */
  readonly read: (requestId: string, now: number) => RequestDrafts;
  /** Stores what of these may be stored in the place of what was; nothing removes the entry. */
  readonly write: (requestId: string, drafts?: RequestDrafts) => void;
}

const PREFIX = 'hitl draft ';
/** In characters, for all drafts of a request: storage is for what people type. */
const MAX_STORED = 0x10000;
const SECRET =
  /pass(word|wd|phrase|code)|secret|(api|access|private|signing)[-_ ]?key|token(?!s)|credential|authorization|cookie/i;

/** Reads and writes the drafts in `storage`. */
export function createStoredDrafts(storage: DraftStorage | null = tabStorage()): StoredDrafts {
  /** Storage may be full, forbidden or somebody else's: typing goes on without it. */
  function attempt<T>(work: (storage: DraftStorage) => T, otherwise: T): T {
    try {
      return storage === null ? otherwise : work(storage);
    } catch {
      return otherwise;
    }
  }

  return {
    ids: () =>
      attempt(
        (from) =>
          Array.from({ length: from.length }, (_, index) => from.key(index) ?? '')
            .filter((key) => key.startsWith(PREFIX))
            .map((key) => key.slice(PREFIX.length)),
        [],
      ),
    read: (id, now) => new Map(attempt((from) => draftsIn(from.getItem(PREFIX + id), now), [])),
    write(id, drafts = new Map()) {
      // First of all, so that what cannot be stored leaves no older draft behind.
      attempt((from) => from.removeItem(PREFIX + id), undefined);
      const lasting = [...drafts].filter(
        ([field, { keep, value }]) => keep !== 'page' && isStorable({ [field]: value }),
      );
      const text = JSON.stringify(lasting);
      if (lasting.length === 0 || text.length > MAX_STORED) return;
      attempt((to) => to.setItem(PREFIX + id, text), undefined);
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

type Entry = readonly [string, Pick<DraftRetention, 'expiresAt'> & { readonly value: unknown }];

/** Anything may lie in a tab's storage: what older versions and other scripts left. Throws at it. */
function draftsIn(text: string | null, now: number): Entry[] {
  return (JSON.parse(text ?? '[]') as readonly Entry[])
    .map(([field, { value, expiresAt }]): Entry => [field, { value, expiresAt }])
    .filter(([, { expiresAt: end }]) => !end || Date.parse(end) > now);
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
