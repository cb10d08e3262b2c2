import type { Issue } from '@hitl/protocol/endpoints';
import type { JsonSchema } from '../tool.ts';
import { ASSERTIONS, matches } from './assertions.ts';
import { prepareSchema, type PreparedSchema, type SchemaObject } from './schema.ts';
import { typeOf } from './values.ts';
import { Uncheckable, Work } from './work.ts';

/** The members and items of a value that have been evaluated by a keyword. */
interface Evaluated {
  readonly names: Set<string>;
  readonly indices: Set<number>;
}

/**
 * Issues of a value under a JSON Schema; empty if it is valid. A value that cannot be checked,
 * because the schema is invalid, too large or too slow, is invalid, and the issue names the
 * keyword. The schema is interpreted, not compiled, so it works where `eval` is forbidden. Schemas
 * come from tools and from MCP servers, so none may block the process: patterns are matched without backtracking, items are compared by their canonical JSON, and every step is
 * counted.
 */
export function checkValue(schema: JsonSchema, value: unknown): readonly Issue[] {
  const work = new Work();
  try {
    const prepared = prepareSchema(schema);
    check(prepared, prepared.root, value, '', work);
    return work.issues;
  } catch (error) {
    if (!(error instanceof Uncheckable)) throw error;
    const { keyword, message } = error;
    return [{ path: '', message: `cannot be checked against the schema: ${keyword} ${message}` }];
  }
}

function check(
  prepared: PreparedSchema,
  schema: unknown,
  value: unknown,
  path: string,
  work: Work,
  outer?: Evaluated,
): boolean {
  work.spend(1, 'schema');
  if (schema === true) return true;
  if (schema === false) return work.refuse(path, 'is not allowed here');
  if (typeOf(schema) !== 'object')
    throw new Uncheckable('schema', 'is neither an object nor true or false');
  const object = schema as SchemaObject;
  const seen: Evaluated | undefined = prepared.tracks
    ? { names: new Set(), indices: new Set() }
    : undefined;
  const node: Node = { prepared, schema: object, value, path, work, seen };
  let fits = true;
  for (const [keyword, asked] of Object.entries(object)) {
    const assert = Object.hasOwn(ASSERTIONS, keyword) ? ASSERTIONS[keyword] : undefined;
    if (assert !== undefined && asked !== undefined) {
      work.spend(1, keyword);
      if (!assert(asked, value, path, work, object)) fits = false;
    }
  }
  if (!work.deeper('$ref', () => inPlace(node))) fits = false;
  if (!work.deeper('properties', () => below(node))) fits = false;
  if (fits && outer !== undefined && seen !== undefined) {
    for (const name of seen.names) outer.names.add(name);
    for (const index of seen.indices) outer.indices.add(index);
  }
  return fits;
}

/** A schema applied to a value. */
interface Node {
  readonly prepared: PreparedSchema;
  readonly schema: SchemaObject;
  readonly value: unknown;
  readonly path: string;
  readonly work: Work;
  readonly seen: Evaluated | undefined;
}

/** Applies the keywords whose subschemas apply to the same value. */
function inPlace(node: Node): boolean {
  const { prepared, schema, value, path, work, seen } = node;
  const holds = (sub: unknown): boolean => check(prepared, sub, value, path, work, seen);
  const tried = (sub: unknown): boolean => work.attempt(() => holds(sub));
  let fits = true;
  for (const keyword of ['$dynamicRef', '$recursiveRef']) {
    if (Object.hasOwn(schema, keyword)) throw new Uncheckable(keyword, 'is not supported');
  }
  if (schema['$ref'] !== undefined && !holds(prepared.resolve(schema))) fits = false;
  for (const sub of listOf(schema, 'allOf')) if (!holds(sub)) fits = false;
  const any = listOf(schema, 'anyOf');
  // With `unevaluated…` keywords every branch has to run, to record the members it evaluates.
  const found = seen === undefined ? any.some(tried) : any.filter(tried).length > 0;
  if (any.length > 0 && !found) fits = work.refuse(path, 'matches none of anyOf');
  const one = listOf(schema, 'oneOf');
  const count = one.filter(tried).length;
  if (one.length > 0 && count !== 1)
    fits = work.refuse(path, `fits ${count} of oneOf, not exactly one`);
  const { not, if: condition } = schema;
  if (not !== undefined && work.attempt(() => check(prepared, not, value, path, work))) {
    fits = work.refuse(path, 'is a value that the schema excludes');
  }
  if (condition !== undefined) {
    const branch = schema[tried(condition) ? 'then' : 'else'];
    if (branch !== undefined && !holds(branch)) fits = false;
  }
  if (typeOf(value) !== 'object') return fits;
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    for (const [name, sub] of entriesOf(schema, keyword)) {
      if (!Object.hasOwn(value as object, name)) continue;
      const needed = Array.isArray(sub) ? { required: sub as unknown } : sub;
      if (!holds(needed)) fits = false;
    }
  }
  return fits;
}

/** Applies the keywords whose subschemas apply to members and items. */
function below(node: Node): boolean {
  if (Array.isArray(node.value)) return checkItems(node, node.value);
  return typeOf(node.value) === 'object' ? checkMembers(node, node.value as SchemaObject) : true;
}

function checkMembers(node: Node, value: SchemaObject): boolean {
  const { prepared, schema, path, work, seen } = node;
  let fits = true;
  const done = new Set<string>();
  const holds = (sub: unknown, name: string): void => {
    done.add(name);
    if (!check(prepared, sub, value[name], under(path, name), work)) fits = false;
  };
  const names = Object.keys(value);
  for (const [name, sub] of entriesOf(schema, 'properties')) {
    work.spend(1, 'properties');
    if (Object.hasOwn(value, name)) holds(sub, name);
  }
  for (const [source, sub] of entriesOf(schema, 'patternProperties')) {
    for (const name of names) {
      if (matches(source, name, 'patternProperties', work)) holds(sub, name);
    }
  }
  const { propertyNames, additionalProperties, unevaluatedProperties } = schema;
  if (propertyNames !== undefined) {
    for (const name of names) {
      if (!check(prepared, propertyNames, name, under(path, name), work)) fits = false;
    }
  }
  if (additionalProperties !== undefined) {
    for (const name of names.filter((each) => !done.has(each))) holds(additionalProperties, name);
  }
  for (const name of done) seen?.names.add(name);
  if (unevaluatedProperties !== undefined && seen !== undefined) {
    for (const name of names.filter((each) => !seen.names.has(each))) {
      seen.names.add(name);
      holds(unevaluatedProperties, name);
    }
  }
  return fits;
}

function checkItems(node: Node, value: readonly unknown[]): boolean {
  const { prepared, schema, path, work, seen } = node;
  let fits = true;
  const holds = (sub: unknown, index: number): boolean =>
    check(prepared, sub, value[index], under(path, index), work);
  const each = (sub: unknown, from: number): void => {
    for (let index = from; index < value.length; index += 1) {
      seen?.indices.add(index);
      if (!holds(sub, index)) fits = false;
    }
  };
  const { items, additionalItems, contains, unevaluatedItems } = schema;
  const isTuple = Array.isArray(items);
  const first = isTuple ? (items as unknown[]) : listOf(schema, 'prefixItems');
  const rest = isTuple ? additionalItems : items;
  for (const [index, sub] of first.slice(0, value.length).entries()) {
    seen?.indices.add(index);
    if (!holds(sub, index)) fits = false;
  }
  if (rest !== undefined) each(rest, first.length);
  if (contains !== undefined) {
    const { minContains: least = 1, maxContains: most = Infinity } = schema;
    let count = 0;
    for (const index of value.keys()) {
      if (!work.attempt(() => holds(contains, index))) continue;
      count += 1;
      seen?.indices.add(index);
    }
    if (count < Number(least) || count > Number(most)) {
      fits = work.refuse(path, `has ${count} items that match contains`);
    }
  }
  if (unevaluatedItems !== undefined && seen !== undefined) {
    for (const index of value.keys()) {
      if (seen.indices.has(index)) continue;
      seen.indices.add(index);
      if (!holds(unevaluatedItems, index)) fits = false;
    }
  }
  return fits;
}

function under(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}

function listOf(schema: SchemaObject, keyword: string): readonly unknown[] {
  const { [keyword]: list } = schema;
  if (list === undefined) return NOTHING;
  if (!Array.isArray(list)) throw new Uncheckable(keyword, 'is not a list');
  return list as readonly unknown[];
}

function entriesOf(schema: SchemaObject, keyword: string): readonly (readonly [string, unknown])[] {
  const { [keyword]: map } = schema;
  if (map === undefined) return NOTHING;
  if (typeOf(map) !== 'object') throw new Uncheckable(keyword, 'is not an object');
  return Object.entries(map as object);
}

const NOTHING: readonly never[] = [];
