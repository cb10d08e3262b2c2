import type { RunEvent } from '@hitl/protocol';
import type { InteractionRecord, SessionKey, SessionStore } from '../store/store.ts';
import type { Frame, InboxFilter } from './feed.ts';
import { coalesce } from '../base/coalesce.ts';
import type { Cursor, StreamSource } from './subscription.ts';
import { frameOf } from './frames.ts';
import {
  audienceOf,
  concerns,
  createInbox,
  interactionOf,
  isInboxEvent,
  type Inbox,
  type InboxEvent,
  type Unseen,
} from './inbox.ts';
import { sessionText } from '../store/session-text.ts';
import { sizeOf } from '../base/size-of.ts';
import { wait } from '../base/wait.ts';

/** Maximum number of events or records per read; stores return no more. */
const PAGE = 200;

/** Number of records on the first page of a list, while their size is unknown. */
const FIRST_PAGE = 8;

/** Target size of a page, and average size of the lists of a poll, in characters. */
const PAGE_SIZE = 1 << 20;

/** All inboxes of this instance that have readers. */
export interface Inboxes {
  /** A snapshot, then changes; another snapshot for a reader that fell far behind. */
  readonly source: StreamSource<InboxCursor, Frame>;
  /** Delivers events of this instance. */
  appended(key: SessionKey, events: readonly RunEvent[]): void;
  /** Reports that another instance may have changed a session. */
  hint(key: SessionKey): void;
  /** Lists the pending requests again, since hints may be lost. */
  poll(): Promise<void>;
  close(): void;
}

/** Position of a reader in an inbox. */
export interface InboxCursor extends Cursor {
  readonly filter: InboxFilter;
  open: Open | undefined;
  /** Position in the inbox's frames; `null` before the first snapshot. */
  position: number | null;
}

export function inboxCursor(filter: InboxFilter): InboxCursor {
  return { filter, open: undefined, position: null, behind: true, done: false };
}

interface Open {
  readonly unwatch: () => void;
  readonly inbox: Inbox;
  readonly refresh: () => Promise<void>;
  readers: number;
  /** Number of polls to skip. */
  rest: number;
}

export function createInboxes(
  store: SessionStore,
  onError: (error: unknown) => void,
  watch: () => () => void,
): Inboxes {
  const open = new Map<string, Open>();
  /** For each list being loaded: the interactions with events since it was requested. */
  const listing = new Set<Set<string>>();
  const hinted = new Map<string, SessionKey>();
  let closed = false;

  const concernedBy = (key: SessionKey): Inbox[] =>
    [...open.values()].map(({ inbox }) => inbox).filter(({ filter }) => concerns(filter, key));

  async function list(
    query: InboxFilter,
  ): Promise<{ records: InteractionRecord[]; touched: ReadonlySet<string>; size: number }> {
    const touched = new Set<string>();
    listing.add(touched);
    try {
      const records: InteractionRecord[] = [];
      let cursor: string | undefined;
      let size = 0;
      let limit = FIRST_PAGE;
      do {
        const page = await store.listInteractions({
          ...query,
          status: 'pending',
          limit,
          ...(cursor !== undefined && { cursor }),
        });
        records.push(...page.items);
        cursor = page.nextCursor ?? undefined;
        const bytes = page.items.reduce((sum, item) => sum + sizeOf(item.interaction_request), 0);
        size += bytes;
        const average = Math.max(1, size / records.length);
        limit = Math.max(1, Math.min(PAGE, limit * 8, Math.floor(PAGE_SIZE / average)));
        // Large pages keep the store busy, so other work gets a turn.
        if (cursor !== undefined && bytes >= PAGE_SIZE) await wait(0);
      } while (cursor !== undefined);
      return { records, touched, size };
    } finally {
      listing.delete(touched);
    }
  }

  function tell(event: InboxEvent, inboxes: readonly Inbox[]): void {
    for (const touched of listing) touched.add(interactionOf(event));
    const frame = frameOf(event);
    for (const inbox of inboxes) inbox.apply(event, frame);
  }

  /** Reads the events about an interaction from the log, and shows them. */
  async function lookUp(
    tenantId: string,
    unseen: Unseen,
    inboxes: readonly Inbox[],
  ): Promise<void> {
    const { interactionId: id, sessionId, rootRunId } = unseen;
    const key = { tenantId, sessionId };
    let { after } = unseen;
    let found = false;
    for (let size = PAGE; size === PAGE;) {
      const page = await store.readRun(key, rootRunId, after, PAGE);
      size = page.length;
      for (const event of page) {
        after = event.seq;
        if (!isInboxEvent(event) || interactionOf(event) !== id) continue;
        tell(event, inboxes);
        if (event.type === 'interaction_resolved') return;
        found = true;
      }
    }
    if (found || (await store.findInteraction(tenantId, id)) !== null) return;
    for (const inbox of inboxes) inbox.drop(unseen);
  }

  async function refresh(inbox: Inbox): Promise<number> {
    const { records, touched, size } = await list(inbox.filter);
    if (!inbox.known) {
      inbox.begin(records);
      // Events during the first load are missing from the list and were not shown, so it is loaded
      // again.
      return touched.size === 0 ? size : refresh(inbox);
    }
    for (const unseen of inbox.compare(records, undefined, touched)) {
      await lookUp(inbox.filter.tenantId, unseen, [inbox]);
    }
    return size;
  }

  const drain = coalesce(async () => {
    const keys = [...hinted.values()];
    hinted.clear();
    for (const key of keys) {
      const concerned = concernedBy(key).filter(({ known }) => known);
      if (concerned.length === 0) continue;
      const { records, touched } = await list(key);
      const unseen = new Map<string, Unseen>();
      for (const inbox of concerned) {
        for (const item of inbox.compare(records, key.sessionId, touched)) {
          const other = unseen.get(item.interactionId);
          if (other === undefined || item.after < other.after) unseen.set(item.interactionId, item);
        }
      }
      for (const item of unseen.values()) await lookUp(key.tenantId, item, concerned);
    }
  });

  function enter(filter: InboxFilter): Open {
    const audience = audienceOf(filter);
    const found = open.get(audience);
    if (found !== undefined) return found;
    const inbox = createInbox(filter);
    const entry: Open = {
      inbox,
      unwatch: watch(),
      readers: 0,
      rest: 0,
      refresh: coalesce(async () => {
        entry.rest = Math.floor((await refresh(inbox)) / PAGE_SIZE);
      }),
    };
    open.set(audience, entry);
    return entry;
  }

  return {
    source: {
      async enter(cursor) {
        if (cursor.open !== undefined || closed) return;
        cursor.open = enter(cursor.filter);
        cursor.open.readers += 1;
        const { inbox, rest, refresh: listAgain } = cursor.open;
        // Loads the list now, so that it includes everything older than the reader. A large list is
        // not loaded again for each reader: hints and polls keep it current.
        if (!inbox.known || rest === 0) await listAgain();
      },
      page(cursor) {
        cursor.behind = false;
        cursor.done = cursor.open === undefined || closed;
        if (cursor.open === undefined || closed) return Promise.resolve([]);
        const { inbox } = cursor.open;
        const missed = cursor.position === null ? null : inbox.recent.since(cursor.position);
        if (missed !== null) return Promise.resolve(missed);
        const snapshot = inbox.snapshot();
        // Each frame of the snapshot advances the position by one, as all frames do.
        cursor.position = inbox.recent.end - snapshot.length;
        return Promise.resolve(snapshot);
      },
      isCurrent: ({ open: entry, position }) => entry?.inbox.recent.end === position,
      accept(cursor, frame) {
        cursor.position = (cursor.position ?? 0) + 1;
        return frame;
      },
      join({ open: entry }, reader) {
        entry?.inbox.join(reader);
        return [];
      },
      leave({ open: entry }, reader) {
        entry?.inbox.leave(reader);
      },
      exit({ open: entry }) {
        if (entry !== undefined) entry.readers -= 1;
      },
    },
    appended(key, events) {
      const concerned = concernedBy(key);
      if (concerned.length === 0) return;
      for (const event of events) if (isInboxEvent(event)) tell(event, concerned);
    },
    hint(key) {
      if (concernedBy(key).length === 0) return;
      hinted.set(sessionText(key), key);
      void drain().catch(onError);
    },
    async poll() {
      for (const [audience, entry] of open) {
        // Not left at once: the list would be loaded for each reader that comes and goes.
        if (entry.readers === 0) {
          open.delete(audience);
          entry.unwatch();
        } else if (entry.rest > 0) entry.rest -= 1;
        else await entry.refresh().catch(onError);
      }
    },
    close() {
      closed = true;
      for (const { inbox } of open.values()) inbox.close();
      open.clear();
    },
  };
}
