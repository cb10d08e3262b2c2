import { Aggregator, Query } from 'mingo';
import { BSON, Long } from 'mongodb';
import { createCollection, type TestCollection } from './collection.ts';
import { asFailure, failure } from './failure.ts';
import type { WireDocument } from './messages.ts';

/** Executes a command, or throws a `CommandFailure`. */
export type Commands = (name: string, body: WireDocument) => WireDocument;

/** Members of every command. A single server satisfies all of them. */
const COMMON = [
  '$db',
  '$readPreference',
  'lsid',
  'readConcern',
  'writeConcern',
  'maxTimeMS',
  'comment',
];

/** The default size of the first batch in MongoDB. */
const FIRST_BATCH = 101;
/** A reply is one document, whose size is limited. */
const BATCH_BYTES = 16 * 1024 * 1024;

type Handler = (database: Map<string, TestCollection>, body: WireDocument) => WireDocument;

/** The commands of a server without documents. Other commands, and unknown members, are refused. */
export function createCommands(): Commands {
  const databases = new Map<string, Map<string, TestCollection>>();
  const cursors = new Map<string, { readonly namespace: string; rest: WireDocument[] }>();
  let lastCursor = 0;
  const processId = new BSON.ObjectId();

  const collectionOf = (database: Map<string, TestCollection>, name: unknown): TestCollection => {
    const id = String(name);
    const collection = database.get(id) ?? createCollection();
    database.set(id, collection);
    return collection;
  };

  function page(namespace: string, all: WireDocument[], size: number, name: string): WireDocument {
    let bytes = 0;
    const fits = all.findIndex((document, index) => {
      bytes += BSON.calculateObjectSize(document) + 16;
      return index > 0 && bytes > BATCH_BYTES;
    });
    const end = Math.min(size, fits < 0 ? all.length : fits);
    const rest = all.slice(end);
    let id = 0;
    if (rest.length > 0) {
      lastCursor += 1;
      id = lastCursor;
      cursors.set(String(id), { namespace, rest });
    }
    return { cursor: { [name]: all.slice(0, end), id: Long.fromNumber(id), ns: namespace }, ok: 1 };
  }

  const greeting: Handler = () => ({
    helloOk: true,
    ismaster: true,
    isWritablePrimary: true,
    maxBsonObjectSize: 16_777_216,
    maxMessageSizeBytes: 48_000_000,
    maxWriteBatchSize: 100_000,
    localTime: new Date(),
    logicalSessionTimeoutMinutes: 30,
    // With it a driver subscribes to changes instead of polling.
    topologyVersion: { processId, counter: Long.ZERO },
    minWireVersion: 0,
    maxWireVersion: 21,
    readOnly: false,
    ok: 1,
  });

  const handlers: Readonly<Record<string, readonly [readonly string[] | undefined, Handler]>> = {
    // Features are announced by the server; those missing here are not.
    hello: [undefined, greeting],
    ismaster: [undefined, greeting],
    ping: [[], () => ({ ok: 1 })],
    endSessions: [[], () => ({ ok: 1 })],
    dropDatabase: [
      [],
      (database) => {
        database.clear();
        return { ok: 1 };
      },
    ],
    listCollections: [
      ['filter', 'cursor', 'nameOnly', 'authorizedCollections'],
      (database, body) => {
        if (Object.keys(body['filter'] ?? {}).length > 0) {
          throw failure(2, 'listCollections with a filter');
        }
        const all = [...database.keys()].map((name) => ({ name, type: 'collection' }));
        return page(`${String(body['$db'])}.$cmd.listCollections`, all, FIRST_BATCH, 'firstBatch');
      },
    ],
    createIndexes: [
      ['indexes'],
      (database, body) => {
        const collection = collectionOf(database, body['createIndexes']);
        const made = (body['indexes'] as WireDocument[]).filter((one) =>
          collection.createIndex(one),
        );
        return { numIndexesAfter: made.length, ok: 1 };
      },
    ],
    insert: [
      ['documents', 'ordered'],
      (database, body) => {
        const collection = collectionOf(database, body['insert']);
        return writes(body['documents'], body['ordered'], (document) => {
          collection.insert(document);
          return { n: 1 };
        });
      },
    ],
    update: [
      ['updates', 'ordered'],
      (database, body) => {
        const collection = collectionOf(database, body['update']);
        return writes(body['updates'], body['ordered'], (one) => {
          allow('an update', one, ['q', 'u', 'upsert', 'multi']);
          const done = collection.update(
            one['q'] as WireDocument,
            one['u'],
            one['upsert'] === true,
            one['multi'] === true,
          );
          const added = done.find(({ before }) => before === null);
          return {
            n: done.length,
            nModified: added === undefined ? done.length : 0,
            ...(added !== undefined && { upserted: added.after?.['_id'] }),
          };
        });
      },
    ],
    delete: [
      ['deletes', 'ordered'],
      (database, body) => {
        const collection = collectionOf(database, body['delete']);
        return writes(body['deletes'], body['ordered'], (one) => {
          allow('a delete', one, ['q', 'limit']);
          return { n: collection.remove(one['q'] as WireDocument, one['limit'] === 0) };
        });
      },
    ],
    findAndModify: [
      ['query', 'update', 'upsert', 'new', 'fields', 'remove'],
      (database, body) => {
        if (body['remove'] === true) throw failure(2, 'findAndModify with remove');
        const collection = collectionOf(database, body['findAndModify']);
        const filter = body['query'] as WireDocument;
        const [done] = collection.update(filter, body['update'], body['upsert'] === true, false);
        const shown = (body['new'] === true ? done?.after : done?.before) ?? null;
        const [value = null] =
          shown === null ? [] : project([shown], body['fields'] as WireDocument | undefined);
        return { value, lastErrorObject: { n: done === undefined ? 0 : 1 }, ok: 1 };
      },
    ],
    find: [
      ['filter', 'sort', 'projection', 'limit', 'batchSize', 'singleBatch'],
      (database, body) => {
        const filter = (body['filter'] ?? {}) as WireDocument;
        const cursor = new Query(filter).find<WireDocument>(
          collectionOf(database, body['find']).candidates(filter),
          body['projection'] as WireDocument | undefined,
        );
        if (body['sort'] !== undefined) cursor.sort(body['sort'] as Record<string, 1 | -1>);
        // Some drivers request one document as -1.
        const limit = Math.abs(Number(body['limit'] ?? 0));
        if (limit > 0) cursor.limit(limit);
        const size = Number(body['batchSize'] ?? FIRST_BATCH);
        return page(
          `${String(body['$db'])}.${String(body['find'])}`,
          cursor.all(),
          size,
          'firstBatch',
        );
      },
    ],
    aggregate: [
      ['pipeline', 'cursor'],
      (database, body) => {
        const pipeline = body['pipeline'] as WireDocument[];
        const match = (pipeline[0]?.['$match'] ?? {}) as WireDocument;
        const found = collectionOf(database, body['aggregate']).candidates(match);
        const all = new Aggregator(pipeline).run<WireDocument>(found);
        const name = `${String(body['$db'])}.${String(body['aggregate'])}`;
        return page(name, all, FIRST_BATCH, 'firstBatch');
      },
    ],
    getMore: [
      ['collection', 'batchSize'],
      (_database, body) => {
        const id = String(body['getMore']);
        const cursor = cursors.get(id);
        if (cursor === undefined) throw failure(43, `cursor id ${id} not found`);
        cursors.delete(id);
        const size = Number(body['batchSize'] ?? Number.MAX_SAFE_INTEGER);
        return page(cursor.namespace, cursor.rest, size, 'nextBatch');
      },
    ],
    killCursors: [
      ['cursors'],
      (_database, body) => {
        for (const id of body['cursors'] as unknown[]) cursors.delete(String(id));
        return { ok: 1 };
      },
    ],
  };

  return (name, body) => {
    const handler = handlers[name];
    if (handler === undefined) throw failure(59, `no such command: '${name}'`);
    const [members, handle] = handler;
    if (members !== undefined) allow(name, body, [name, ...COMMON, ...members]);
    const id = String(body['$db']);
    const database = databases.get(id) ?? new Map<string, TestCollection>();
    databases.set(id, database);
    return handle(database, body);
  };
}

/** Refuses unknown members rather than ignoring them. */
function allow(what: string, body: WireDocument, members: readonly string[]): void {
  const unknown = Object.keys(body).find((member) => !members.includes(member));
  if (unknown !== undefined) throw failure(40_415, `${what}: '${unknown}' is not supported`);
}

function project(found: WireDocument[], fields: WireDocument | undefined): WireDocument[] {
  return fields === undefined ? found : new Query({}).find<WireDocument>(found, fields).all();
}

interface Done {
  readonly n: number;
  readonly nModified?: number;
  readonly upserted?: unknown;
}

/** Writes sequentially; if `ordered`, the first failure stops the rest. */
function writes(
  batch: unknown,
  ordered: unknown,
  write: (one: WireDocument) => Done,
): WireDocument {
  let n = 0;
  let nModified = 0;
  const upserted: WireDocument[] = [];
  const writeErrors: WireDocument[] = [];
  for (const [index, one] of (batch as WireDocument[]).entries()) {
    try {
      const done = write(one);
      n += done.n;
      nModified += done.nModified ?? 0;
      if (done.upserted !== undefined) upserted.push({ index, _id: done.upserted });
    } catch (error) {
      const { code, message, details } = asFailure(error);
      writeErrors.push({ index, code, errmsg: message, ...details });
      if (ordered !== false) break;
    }
  }
  return {
    n,
    nModified,
    ...(upserted.length > 0 && { upserted }),
    ...(writeErrors.length > 0 && { writeErrors }),
    ok: 1,
  };
}
