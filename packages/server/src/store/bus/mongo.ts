import type { Collection, Db, ObjectId } from 'mongodb';
import { systemEvery, type Every } from '../../base/every.ts';
import { inTime } from '../../base/in-time.ts';
import { reach, serverTime } from '../mongo/database.ts';
import type { Bus } from './bus.ts';
import { createHookedBus } from './local.ts';
import { readMessage, subjectOf, writeMessage } from './message.ts';
import { createOutbox } from './outbox.ts';

/** Options of the bus that the store passes on. */
export interface MongoHints {
  readonly db: Db;
  readonly prefix: string;
  /** Time limit of a command, in milliseconds. */
  readonly timeoutMs: number;
  readonly every?: Every;
  readonly onListening?: () => void;
  readonly onError?: (error: unknown) => void;
}

/** A notification from one server to the others. */
interface HintDocument {
  /** Our ids are texts. */
  readonly _id: string | ObjectId;
  /** By the server's clock. */
  readonly at: Date;
  readonly messages: readonly string[];
}

/** As often as a SQLite file is polled. */
const LOOK_EVERY_MS = 250;
/** How long to keep looking for documents that become visible late. */
const OVERLAP_MS = 5000;
/** A server that has not read for so long has missed them. */
const KEPT_SECONDS = 60;

/**
 * Creates a bus that calls the listeners of this server immediately, and notifies other servers by documents
 * that they poll, and that are deleted after a minute.
 */
export function createHintBus({
  db,
  prefix,
  timeoutMs,
  every = systemEvery,
  onListening,
  onError,
}: MongoHints): Bus {
  const local = createHookedBus({
    onFirst() {
      stopLooking = every(LOOK_EVERY_MS, look);
      void look();
    },
    onLast: leave,
  });
  const origin = crypto.randomUUID();
  // One server acknowledges it: a notification that a failover rolls back was still true.
  const hints: Collection<HintDocument> = db.collection(`${prefix}hints`, {
    readPreference: 'primary',
    readConcern: { level: 'local' },
    writeConcern: { w: 1 },
    promoteValues: true,
    raw: false,
  });
  const outbox = createOutbox({
    every,
    send: (messages) => inTime(send(messages), timeoutMs, 'MongoDB: telling others'),
    onError,
  });
  /** Notifications already delivered, with their times. */
  const seen = new Map<string, number>();
  let stopLooking: (() => void) | undefined;
  let looking = false;
  /** The newest notification that was read; `undefined` before the first read. */
  let newest: number | undefined;
  let ready: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await reach(db);
    await hints.createIndex({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  }

  /** Connects and creates the index before the first use; if that fails, the next caller tries again. */
  function opened(): Promise<void> {
    ready ??= inTime(prepare(), timeoutMs, 'MongoDB: listening').catch((error: unknown) => {
      ready = undefined;
      throw error;
    });
    return ready;
  }

  async function send(messages: readonly string[]): Promise<void> {
    await opened();
    const fields = { messages: { $literal: [...messages] }, at: '$$NOW' };
    await hints.updateOne({ _id: crypto.randomUUID() }, [{ $set: fields }], { upsert: true });
  }

  function hear({ _id, at, messages }: HintDocument): void {
    const id = String(_id);
    if (seen.has(id)) return;
    seen.set(id, at.getTime());
    newest = Math.max(newest ?? 0, at.getTime());
    // Anyone with write access may have written anything.
    for (const text of Array.isArray(messages) ? messages : []) {
      const message = readMessage(text);
      if (message !== undefined && message.origin !== origin) local.publish(message.change);
    }
  }

  /** Reads new notifications. */
  async function look(): Promise<void> {
    if (looking) return;
    looking = true;
    try {
      await inTime(hearNews(), timeoutMs, 'MongoDB: listening');
    } catch (error) {
      onError?.(error);
    } finally {
      looking = false;
    }
  }

  async function hearNews(): Promise<void> {
    await opened();
    const isFirst = newest === undefined;
    const since = newest ?? (await serverTime(db)).getTime();
    newest ??= since;
    const found = await hints
      .find({ at: { $gt: new Date(since - OVERLAP_MS) } }, { sort: { at: 1 } })
      .toArray();
    if (isFirst) for (const { _id, at } of found) seen.set(String(_id), at.getTime());
    else for (const hint of found) hear(hint);
    for (const [id, at] of seen) if (at < newest - OVERLAP_MS) seen.delete(id);
    if (isFirst) onListening?.();
  }

  function leave(): void {
    stopLooking?.();
    stopLooking = undefined;
    newest = undefined;
    seen.clear();
  }

  return {
    publish(change) {
      local.publish(change);
      outbox.put(subjectOf(change), writeMessage({ origin, change }));
    },
    subscribe: (listener) => local.subscribe(listener),
    async close() {
      outbox.close();
      leave();
      await local.close();
    },
  };
}
