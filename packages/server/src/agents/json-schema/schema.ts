import { dereference } from '@cfworker/json-schema';
import type { JsonSchema } from '../tool.ts';
import { Uncheckable } from './work.ts';
import { messageOf } from '../../base/message-of.ts';

/** A schema that is an object; the others are `true` and `false`. */
export type SchemaObject = Readonly<Record<string, unknown>>;

/** A schema prepared for validation. */
export interface PreparedSchema {
  readonly root: SchemaObject;
  /** Whether evaluated members and items have to be tracked, for `unevaluated…` keywords. */
  readonly tracks: boolean;
  /** Resolves the reference of a schema. */
  resolve(schema: SchemaObject): unknown;
}

const MAX_SCHEMA_DEPTH = 64;
const MAX_SCHEMA_NODES = 20_000;

const prepared = new WeakMap<JsonSchema, PreparedSchema | Uncheckable>();

/**
 * Copies a schema and resolves its references.
 * @throws Uncheckable for a schema that is too large or has malformed references.
 */
export function prepareSchema(schema: JsonSchema): PreparedSchema {
  const known = prepared.get(schema) ?? prepare(schema);
  prepared.set(schema, known);
  if (known instanceof Uncheckable) throw known;
  return known;
}

function prepare(schema: JsonSchema): PreparedSchema | Uncheckable {
  try {
    const { nodes, tracks } = measure(schema, 0, { nodes: 0, tracks: false });
    if (nodes > MAX_SCHEMA_NODES) throw tooLarge();
    // A copy, since resolving references writes into it.
    const root = JSON.parse(JSON.stringify(schema)) as SchemaObject;
    const lookup = dereference(root);
    return {
      root,
      tracks,
      resolve(from) {
        const uri = from['__absolute_ref__'];
        const target = typeof uri === 'string' ? lookup[uri] : undefined;
        if (target === undefined) {
          const name = JSON.stringify(from['$ref']);
          throw new Uncheckable('$ref', `the schema has no ${name}`);
        }
        return target;
      },
    };
  } catch (error) {
    if (error instanceof Uncheckable) return error;
    return new Uncheckable('$ref', messageOf(error));
  }
}

interface Measure {
  nodes: number;
  tracks: boolean;
}

function measure(value: unknown, depth: number, so: Measure): Measure {
  so.nodes += 1;
  if (depth > MAX_SCHEMA_DEPTH || so.nodes > MAX_SCHEMA_NODES) throw tooLarge();
  if (typeof value !== 'object' || value === null) return so;
  for (const [key, member] of Object.entries(value)) {
    if (key === 'unevaluatedProperties' || key === 'unevaluatedItems') so.tracks = true;
    measure(member, depth + 1, so);
  }
  return so;
}

function tooLarge(): Uncheckable {
  return new Uncheckable(
    'schema',
    `the schema has more than ${MAX_SCHEMA_DEPTH} levels or ${MAX_SCHEMA_NODES} values`,
  );
}
