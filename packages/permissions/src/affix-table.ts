import { prefixOf, suffixOf, type Glob } from './glob.ts';

/**
 * Values under globs, found by the literal text that a glob begins or ends with. Looking a text up
 * costs one hash per distinct length of such text, however many globs there are; only globs that
 * begin and end with a star are gone through one by one.
 */
export interface AffixTable<Value> {
  add(glob: Glob, value: Value): void;
  /** Removes the first value for which `is` holds under this glob. */
  remove(glob: Glob, is: (value: Value) => boolean): boolean;
  /** Appends the values whose glob may match `text`; the caller has to match them in full. */
  candidates(text: string, into: Value[]): void;
  /** Any value, or `undefined` when there is none. */
  first(): Value | undefined;
  readonly size: number;
}

interface Side<Value> {
  readonly values: Map<string, Value[]>;
  /** How many values there are per length of their key. */
  readonly lengths: Map<number, number>;
}

/** Makes an empty table. */
export function createAffixTable<Value>(): AffixTable<Value> {
  const starts: Side<Value> = { values: new Map(), lengths: new Map() };
  const ends: Side<Value> = { values: new Map(), lengths: new Map() };
  let size = 0;

  function place(glob: Glob): { side: Side<Value>; key: string } {
    const prefix = prefixOf(glob);
    return prefix === '' ? { side: ends, key: suffixOf(glob) } : { side: starts, key: prefix };
  }

  return {
    add(glob, value) {
      const { side, key } = place(glob);
      const values = side.values.get(key);
      if (values === undefined) side.values.set(key, [value]);
      else values.push(value);
      side.lengths.set(key.length, (side.lengths.get(key.length) ?? 0) + 1);
      size += 1;
    },
    remove(glob, is) {
      const { side, key } = place(glob);
      const values = side.values.get(key);
      const at = values?.findIndex(is) ?? -1;
      if (values === undefined || at < 0) return false;
      values.splice(at, 1);
      if (values.length === 0) side.values.delete(key);
      const left = (side.lengths.get(key.length) ?? 1) - 1;
      if (left === 0) side.lengths.delete(key.length);
      else side.lengths.set(key.length, left);
      size -= 1;
      return true;
    },
    candidates(text, into) {
      for (const length of starts.lengths.keys()) {
        if (length > text.length) continue;
        const values = starts.values.get(text.slice(0, length));
        if (values !== undefined) for (const value of values) into.push(value);
      }
      for (const length of ends.lengths.keys()) {
        if (length > text.length) continue;
        const values = ends.values.get(text.slice(text.length - length));
        if (values !== undefined) for (const value of values) into.push(value);
      }
    },
    first() {
      for (const { values } of [starts, ends]) for (const [value] of values.values()) return value;
      return undefined;
    },
    get size() {
      return size;
    },
  };
}
