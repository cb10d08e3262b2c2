import { Aggregator, Query } from 'mingo';
import { updateOne } from 'mingo/updater';
import { BSON } from 'mongodb';
import { failure } from './failure.ts';
import type { WireDocument } from './messages.ts';

const MOST_BYTES = 16 * 1024 * 1024;

/** An index on its first two members, which is enough for our queries. */
interface Index {
  readonly name: string;
  readonly members: readonly string[];
  readonly unique: boolean;
  readonly buckets: Map<string, Set<WireDocument>>;
}

/** Result of one update. */
export interface Updated {
  readonly before: WireDocument | null;
  readonly after: WireDocument | null;
}

/** Documents in memory. Every change is atomic. */
export interface TestCollection {
  createIndex(description: WireDocument): boolean;
  insert(document: WireDocument): void;
  /** The documents that may match a filter, possibly among others. */
  candidates(filter: WireDocument): WireDocument[];
  update(filter: WireDocument, change: unknown, upsert: boolean, many: boolean): Updated[];
  remove(filter: WireDocument, many: boolean): number;
}

/** Creates an empty collection. Queries, updates and pipelines are evaluated by mingo. */
export function createCollection(): TestCollection {
  const documents = new Set<WireDocument>();
  const indexes: Index[] = [];
  addIndex('_id_', ['_id'], true);

  function addIndex(name: string, members: readonly string[], unique: boolean): void {
    const index: Index = { name, members, unique, buckets: new Map() };
    for (const document of documents) {
      for (const bucket of bucketsOf(index, document)) bucket.add(document);
    }
    indexes.push(index);
  }

  function bucketOf(index: Index, id: string): Set<WireDocument> {
    const bucket = index.buckets.get(id) ?? new Set();
    index.buckets.set(id, bucket);
    return bucket;
  }

  function bucketsOf(index: Index, document: WireDocument): Set<WireDocument>[] {
    const [first, second] = index.members.map((member) => document[member]);
    if (index.members.length === 1) return each(first).map((one) => bucketOf(index, keyOf([one])));
    return each(second).map((one) => bucketOf(index, keyOf([first, one])));
  }

  function refuseDuplicate(document: WireDocument, replaced?: WireDocument): void {
    for (const index of indexes.filter(({ unique }) => unique)) {
      const id = (one: WireDocument): string => keyOf(index.members.map((member) => one[member]));
      const own = id(document);
      for (const other of bucketsOf(index, document)[0] ?? []) {
        if (other === replaced || id(other) !== own) continue;
        const keyValue = Object.fromEntries(index.members.map((member) => [member, other[member]]));
        throw failure(11_000, `E11000 duplicate key error index: ${index.name} dup key: ${own}`, {
          keyPattern: Object.fromEntries(index.members.map((member) => [member, 1])),
          keyValue,
        });
      }
    }
  }

  function put(document: WireDocument, replaced?: WireDocument): void {
    const size = BSON.calculateObjectSize(document);
    if (size > MOST_BYTES) throw failure(10_334, `BSONObj size: ${size} is invalid`);
    refuseDuplicate(document, replaced);
    if (replaced !== undefined) drop(replaced);
    documents.add(document);
    for (const index of indexes) {
      for (const bucket of bucketsOf(index, document)) bucket.add(document);
    }
  }

  function drop(document: WireDocument): void {
    documents.delete(document);
    for (const index of indexes) {
      for (const bucket of bucketsOf(index, document)) bucket.delete(document);
    }
  }

  function candidates(filter: WireDocument): WireDocument[] {
    for (const { members, buckets } of indexes) {
      const values = members.slice(0, 2).map((member) => filter[member]);
      if (values.every((value) => typeof value === 'string')) {
        return [...(buckets.get(keyOf(values)) ?? [])];
      }
    }
    return [...documents];
  }

  function matching(filter: WireDocument): WireDocument[] {
    const query = new Query(filter);
    return candidates(filter).filter((document) => query.test(document));
  }

  return {
    createIndex(description) {
      const members = Object.keys(description['key'] as WireDocument);
      const name = String(description['name']);
      const unique = description['unique'] === true;
      const standing = indexes.find((index) => index.name === name);
      if (standing === undefined) {
        addIndex(name, members, unique);
      } else if (standing.unique !== unique || keyOf(standing.members) !== keyOf(members)) {
        throw failure(86, `an index ${name} is there with other options`);
      }
      return standing === undefined;
    },
    insert(document) {
      put('_id' in document ? document : { _id: new BSON.ObjectId(), ...document });
    },
    candidates,
    update(filter, change, upsert, many) {
      const found = matching(filter).slice(0, many ? undefined : 1);
      if (found.length === 0 && upsert) {
        const after = changed(equalitiesIn(filter), change, true);
        if (!('_id' in after)) after['_id'] = new BSON.ObjectId();
        put(after);
        return [{ before: null, after }];
      }
      return found.map((before) => {
        const after = changed(before, change, false);
        put(after, before);
        return { before, after };
      });
    },
    remove(filter, many) {
      const found = matching(filter).slice(0, many ? undefined : 1);
      for (const document of found) drop(document);
      return found.length;
    },
  };
}

/** A list is indexed under each of its values. */
function each(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function keyOf(values: readonly unknown[]): string {
  return BSON.EJSON.stringify(values.map((value) => value ?? null));
}

/** The initial document of an upsert: the equality conditions of its filter. */
function equalitiesIn(filter: WireDocument): WireDocument {
  const equal = Object.entries(filter).filter(([name, value]) => {
    if (name.startsWith('$')) throw failure(2, `${name} in the filter of an upsert`);
    const isCondition =
      typeof value === 'object' &&
      value !== null &&
      Object.keys(value).some((member) => member.startsWith('$'));
    return !isCondition;
  });
  return Object.fromEntries(equal);
}

const CONVERSION_FAILURE = 241;

function changed(document: WireDocument, change: unknown, isNew: boolean): WireDocument {
  // A copy, so that an update that fails halfway changes nothing.
  const copy = BSON.deserialize(BSON.serialize(document));
  try {
    if (Array.isArray(change)) {
      const [after] = new Aggregator(change as WireDocument[]).run<WireDocument>([copy]);
      if (after === undefined) throw failure(2, 'the pipeline has no result');
      return after;
    }
    const { $setOnInsert: onInsert, ...modifier } = change as Record<string, WireDocument>;
    if (Object.keys(modifier).some((name) => !name.startsWith('$'))) {
      throw failure(9, 'replacing documents is not supported');
    }
    const all = isNew && onInsert !== undefined ? [modifier, { $set: onInsert }] : [modifier];
    for (const one of all) updateOne([copy], {}, one);
    return copy;
  } catch (error) {
    if (error instanceof Error && /cannot convert/.test(error.message)) {
      throw failure(CONVERSION_FAILURE, error.message);
    }
    throw error;
  }
}
