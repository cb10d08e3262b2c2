import type { ChangeStream, Collection, Db, ObjectId } from 'mongodb';
import { systemEvery, type Every } from '../../base/every.ts';
import { inTime } from '../../base/in-time.ts';
import { reach } from '../mongo/database.ts';
import type { Bus } from './bus.ts';
import { createLocalBus } from './local.ts';
import { readMessage, subjectOf, writeMessage } from './message.ts';
import { createOutbox } from './outbox.ts';

/** How a bus speaks to other servers. */
export interface MongoHints {
  readonly db: Db;
  readonly prefix: string;
  /** What takes longer is given up. */
  readonly timeoutMs: number;
  readonly every?: Every;
  readonly onListening?: () => void;
  readonly onError?: (error: unknown) => void;
}

/** What one server told the others at one moment. */
interface HintDocument {
  /** Ours are texts. */
  readonly _id: string | ObjectId;
  /** By the server's clock. */
  readonly at: Date;
  readonly messages: readonly string[];
}

/** Where there are no change streams, and while one is lost. */
const LOOK_EVERY_MS = 1000;
/** What becomes visible late is still looked for, for so long. */
const OVERLAP_MS = 5000;
/** Who has not looked for so long has missed it. */
const KEPT_SECONDS = 60;

/**
 * Tells the listeners of this server at once, and other servers by documents that go after a minute.
 * A replica set and shards show them as they come; one server alone is asked each second.
 */
export function createHintBus({
  db,
  prefix,
  timeoutMs,
  every = systemEvery,
  onListening,
  onError,
}: MongoHints): Bus {
  const local = createLocalBus();
  const origin = crypto.randomUUID();
  /** A hint that a failover takes back has told the truth. */
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
  /** What was heard already, and when it was said. */
  const seen = new Map<string, number>();
  let listeners = 0;
  let stopLooking: (() => void) | undefined;
  let stream: ChangeStream | undefined;
  let looking = false;
  /** The newest that was heard; `undefined` before the first look. */
  let newest: number | undefined;
  let ready: Promise<void> | undefined;

  async function prepare(): Promise<void> {
    await reach(db);
    await hints.createIndex({ at: 1 }, { expireAfterSeconds: KEPT_SECONDS });
  }

  /** Connects and makes the index before the first use; the next caller tries again where it fails. */
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
    // Anyone who may write there can write anything.
    for (const text of Array.isArray(messages) ? messages : []) {
      const message = readMessage(text);
      if (message !== undefined && message.origin !== origin) local.publish(message.change);
    }
  }

  function forgetOld(): void {
    for (const [id, at] of seen) {
      if (at < (newest ?? 0) - OVERLAP_MS) seen.delete(id);
    }
  }

  /** Asks for what is new; tries for a change stream first where there may be one. */
  async function look(): Promise<void> {
    if (looking || stream !== undefined) return;
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
    const hello = await db.command({ hello: 1 }, { readPreference: 'primary' });
    const isFirst = newest === undefined;
    const { localTime } = hello;
    newest ??= localTime instanceof Date ? localTime.getTime() : 0;
    if (hello['setName'] !== undefined || hello['msg'] === 'isdbgrid') await openStream();
    const found = await hints
      .find({ at: { $gt: new Date(newest - OVERLAP_MS) } }, { sort: { at: 1 } })
      .toArray();
    if (isFirst) for (const { _id, at } of found) seen.set(String(_id), at.getTime());
    else for (const hint of found) hear(hint);
    forgetOld();
    if (isFirst) onListening?.();
  }

  async function openStream(): Promise<void> {
    const opening = hints.watch<HintDocument>([{ $match: { operationType: 'insert' } }]);
    try {
      // It listens from here on.
      await opening.tryNext();
    } catch (error) {
      await opening.close();
      onError?.(error);
      return;
    }
    if (listeners === 0 || stream !== undefined) return opening.close();
    stream = opening;
    void follow(opening);
  }

  async function follow(open: ChangeStream<HintDocument>): Promise<void> {
    try {
      for await (const change of open) {
        if (change.operationType === 'insert') hear(change.fullDocument);
        forgetOld();
      }
    } catch (error) {
      if (stream === open) onError?.(error);
    } finally {
      // The next look asks for what was missed, and opens another.
      if (stream === open) stream = undefined;
      await open.close();
    }
  }

  async function leave(): Promise<void> {
    stopLooking?.();
    stopLooking = undefined;
    newest = undefined;
    seen.clear();
    const open = stream;
    stream = undefined;
    await open?.close();
  }

  return {
    publish(change) {
      local.publish(change);
      outbox.put(subjectOf(change), writeMessage({ origin, change }));
    },
    subscribe(listener) {
      const leaveLocal = local.subscribe(listener);
      listeners += 1;
      if (listeners === 1) {
        void look();
        stopLooking = every(LOOK_EVERY_MS, look);
      }
      let left = false;
      return () => {
        if (left) return;
        left = true;
        leaveLocal();
        listeners -= 1;
        if (listeners === 0) void leave();
      };
    },
    async close() {
      outbox.close();
      listeners = 0;
      await Promise.all([local.close(), leave()]);
    },
  };
}
