/**
 * The part of `sessionStorage` that drafts need. If a call throws, drafts last only as long as the
 * page.
 */
export interface DraftStorage {
  readonly length: number;
  key(index: number): string | null;
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** Lifetime of a draft. */
export interface DraftRetention {
  /**
   * `tab`, the default: also across a reload. `page`: only in memory, for possible secrets. Values
   * under a name such as `api_key` are always kept only in memory.
   */
  keep?: 'tab' | 'page' | undefined;
  /** Expiry of the request: a reload after that finds no draft. */
  expiresAt?: string | undefined;
}

/** The drafts of one request, by field. */
export type RequestDrafts = ReadonlyMap<string, DraftRetention & { readonly value: unknown }>;

/** Drafts in a storage, with one entry per request, so that several clients can share it. */
export interface StoredDrafts {
  /** The requests that have an entry. */
  readonly ids: () => readonly string[];
  /** The drafts of an entry that can still be sent at `now`; never throws, whatever is stored. */
  readonly read: (requestId: string, now: number) => RequestDrafts;
  /** Replaces the entry by those drafts that may be stored; removes it if there are none. */
  readonly write: (requestId: string, drafts?: RequestDrafts) => void;
}

const PREFIX = 'hitl draft ';
/** In characters, for all drafts of a request: storage is for what people type. */
const MAX_STORED = 0x10000;
const SECRET =
  /pass(word|wd|phrase|code)|secret|(api|access|private|signing)[-_ ]?key|token(?!s)|credential|authorization|cookie/i;

/** Reads and writes the drafts in `storage`. */
export function createStoredDrafts(storage: DraftStorage | null = tabStorage()): StoredDrafts {
  /** Storage may be full, forbidden or used by other scripts: typing works without it. */
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
      // First, so that a failed write leaves no older draft behind.
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

/** Only in pages: a server would share one storage between users. */
function tabStorage(): DraftStorage | null {
  if (!('document' in globalThis)) return null;
  try {
    // Access throws if cookies are blocked.
    return (globalThis as { sessionStorage?: DraftStorage }).sessionStorage ?? null;
  } catch {
    return null;
  }
}

type Entry = readonly [string, Pick<DraftRetention, 'expiresAt'> & { readonly value: unknown }];

/** A tab's storage may contain data of older versions and other scripts. Throws if so. */
function draftsIn(text: string | null, now: number): Entry[] {
  return (JSON.parse(text ?? '[]') as readonly Entry[])
    .map(([field, { value, expiresAt }]): Entry => [field, { value, expiresAt }])
    .filter(([, { expiresAt: end }]) => !end || Date.parse(end) > now);
}

/** Whether a value is JSON without names that suggest a secret. */
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
