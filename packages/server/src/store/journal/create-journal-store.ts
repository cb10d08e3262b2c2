import { DEFAULT_TENANT } from '../caller.ts';
import { storeError } from '../errors.ts';
import { createLookups } from '../lookups.ts';
import { createMemoryLogs } from '../memory.ts';
import type { Columns } from '../lists.ts';
import { placeOf } from '../rows/place.ts';
import type { SessionKey, SessionStore } from '../store.ts';
import { JournalDamagedError } from './damage.ts';
import type { JournalDisk } from './journal-file.ts';
import { createJournalLog, type DroppedLines, type JournalLog } from './journal-log.ts';
import { runFolder, sessionsIn } from './run-folder.ts';

/** Options of a store of journals. */
export interface JournalStoreOptions {
  /**
   * Folder of the journals: `<folder>/<session_id>/execution/journal.jsonl`. Created if it is
   * missing.
   */
  readonly folder: string;
  /**
   * `write`: for the only writer, which has to hold its own lock; drops incomplete commits. `read`:
   * changes nothing, and sees the commits that a writer appends.
   */
  readonly mode: 'read' | 'write';
  /** The only visible session. Default: all sessions with a folder. */
  readonly sessionId?: string;
  /** The store's clock, in milliseconds since the epoch. Default `Date.now`. */
  readonly now?: () => number;
  /** Called once for each journal from which an incomplete commit was dropped. */
  readonly onDropped?: (dropped: DroppedLines) => void;
  /**
   * Called with each unusable journal; lists then continue without it. Default: everything that
   * needs the journal fails, including lists of all sessions.
   */
  readonly onDamaged?: (error: JournalDamagedError) => void;
}

/** Creates a store of journals on a disk. */
export function createJournalStoreOn(
  disk: JournalDisk,
  { folder, mode, sessionId, now = Date.now, onDropped, onDamaged }: JournalStoreOptions,
): SessionStore {
  const { log: rows, reader } = createMemoryLogs({ now });
  const logs = new Map<string, JournalLog>();
  const told = new Set<string>();
  let isScanned = false;
  let closed = false;

  const sees = (key: SessionKey): boolean =>
    sessionId === undefined || (key.tenantId === DEFAULT_TENANT && key.sessionId === sessionId);

  function logAt(key: SessionKey): JournalLog {
    const place = runFolder(folder, key);
    const known = logs.get(place.path);
    if (known !== undefined) return known;
    const log = createJournalLog(place, { rows, disk, mode, now, onDropped });
    logs.set(place.path, log);
    return log;
  }

  /** The log in its current state. */
  async function logOf(key: SessionKey): Promise<JournalLog> {
    const log = logAt(key);
    await log.refresh();
    return log;
  }

  /** Reads all journals; a writer does so once. */
  async function seeAll(): Promise<void> {
    if (mode === 'write' && isScanned) return;
    await scan(keys());
    isScanned = true;
  }

  function keys(): readonly SessionKey[] {
    return sessionId === undefined ? sessionsIn(folder) : [{ tenantId: DEFAULT_TENANT, sessionId }];
  }

  /** Reads journals; a damaged one is reported once, and does not end a list if it can be. */
  async function scan(listed: readonly SessionKey[]): Promise<void> {
    for (const key of listed) {
      try {
        await logOf(key);
      } catch (error) {
        if (onDamaged === undefined || !(error instanceof JournalDamagedError)) throw error;
        if (told.has(error.message)) continue;
        told.add(error.message);
        onDamaged(error);
      }
    }
  }

  /** The log of a session, for a change. */
  async function logToChange(key: SessionKey): Promise<JournalLog> {
    if (closed) throw new Error(`The journals in ${folder} are closed.`);
    if (mode === 'read') {
      throw storeError(
        'journal_read_only',
        `The journals in ${folder} were opened for reading, so ${key.sessionId} cannot be changed.`,
      );
    }
    if (!sees(key)) {
      throw storeError(
        'journal_read_only',
        `Only the session ${sessionId} was opened in ${folder}, so ${key.sessionId} cannot be changed.`,
      );
    }
    return logOf(key);
  }

  /** Looks at the journal of a session, or at all journals. */
  async function refresh({ tenant_id: tenantId, session_id: id }: Columns): Promise<void> {
    if (tenantId === undefined || id === undefined) return seeAll();
    const key = { tenantId, sessionId: id };
    if (sees(key)) await logOf(key);
  }

  /** A method that looks at the journal of its session first. */
  function ofSession<Given extends readonly unknown[], Found>(
    method: (key: SessionKey, ...given: Given) => Promise<Found>,
  ): (key: SessionKey, ...given: Given) => Promise<Found> {
    return async (key, ...given) => {
      await refresh(placeOf(key));
      return method(key, ...given);
    };
  }

  /** A method that looks at all journals first. */
  function ofAll<Given extends readonly unknown[], Found>(
    method: (...given: Given) => Promise<Found>,
  ): (...given: Given) => Promise<Found> {
    return async (...given) => {
      await seeAll();
      return method(...given);
    };
  }

  const lookups = createLookups({
    ...reader,
    async get(table, columns) {
      await refresh(columns);
      return reader.get(table, columns);
    },
    async page(order, query) {
      const { tenant_id: tenantId, session_id: id } = query.columns;
      if (tenantId === undefined || id === undefined) await seeAll();
      else await scan([{ tenantId, sessionId: id }].filter(sees));
      return reader.page(order, query);
    },
    readTrails: ofSession((...given) => reader.readTrails(...given)),
    async readTombstones(tenantId) {
      await seeAll();
      const mine = keys().filter((key) => key.tenantId === tenantId);
      const found = await Promise.all(mine.map(async (key) => logAt(key).findTombstone()));
      return found.filter((tombstone) => tombstone !== null);
    },
  });

  return {
    isLocal: true,
    ...lookups,
    load: ofSession((...given) => rows.load(...given)),
    read: ofSession((...given) => rows.read(...given)),
    readChapters: ofSession((...given) => rows.readChapters(...given)),
    readRun: ofSession((...given) => rows.readRun(...given)),
    countPending: ofAll((...given) => rows.countPending(...given)),
    storedBytes: ofAll((...given) => rows.storedBytes(...given)),
    // A reader has no work to do, and owns nothing.
    due: mode === 'read' ? async () => [] : ofAll((...given) => rows.due(...given)),
    renew: mode === 'read' ? async () => false : ofSession((...given) => rows.renew(...given)),

    async append(key, expectedCommit, commit, options = {}) {
      return (await logToChange(key)).append(expectedCommit, commit, options);
    },

    async remove(key, ...removal) {
      return (await logToChange(key)).remove(...removal);
    },
    async findTombstone(key) {
      return sees(key) ? (await logOf(key)).findTombstone() : null;
    },
    async close() {
      closed = true;
      await Promise.all([...logs.values()].map((log) => log.close()));
    },
  };
}
