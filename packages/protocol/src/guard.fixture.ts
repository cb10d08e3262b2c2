import * as z from 'zod';
import { isJsonObject } from './formats.ts';
import { NAMED } from './openapi/components.ts';
import { TYPES } from './openapi/schemas.ts';
import { hasCheckedWords, isRead } from './unread.ts';

type Schema = z.core.$ZodType;
type Def = z.core.$ZodTypes['_zod']['def'];

function defOf(schema: Schema): Def {
  // oxlint-disable-next-line no-underscore-dangle -- where zod 4 keeps the definition of a schema
  return (schema as z.core.$ZodTypes)._zod.def;
}
const isTime = (schema: Schema): boolean =>
  z.globalRegistry.get(schema)?.['format'] === 'date-time';
const time = z.string().regex(/^[\d-]{10}T[\d:.]+(Z|[+-][\d:]{5})$/);

const OBJECTS = Object.entries({ ...TYPES, ...NAMED }).filter(([, { type }]) => type !== 'enum');

/** The name of an object of the HTTP API, even if its schema has a new description. */
function nameOf(schema: Schema): string | undefined {
  // oxlint-disable-next-line no-underscore-dangle -- where zod 4 keeps the origin of a schema
  const { parent } = schema._zod;
  const name = OBJECTS.find(([, object]) => object === schema)?.[0];
  return name ?? (parent && nameOf(parent));
}

/**
 * What the guard promises, derived from a schema: the types of the checked members, without the
 * format of ids, enumerations that only the server reads and the lengths of lists, and with every
 * default filled in. `owner` is the object or event of the schema, `path` its place in that.
 */
export function promised(schema: Schema, owner: string, path = ''): z.ZodType {
  if (isTime(schema)) return time;
  const name = nameOf(schema);
  if (name !== undefined && path !== '') return promised(schema, name);
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return z.string();
    case 'number':
      return z.safeParse(schema, 0.5).success
        ? z.number().min(0)
        : z.number().refine((value) => Number.isInteger(value) && value >= 0);
    case 'boolean':
      return z.boolean();
    case 'unknown':
      return z.unknown();
    case 'custom':
      return z.custom(isJsonObject);
    case 'literal':
      return z.literal(def.values.map(String));
    case 'enum':
      return hasCheckedWords(path) ? z.enum(Object.values(def.entries).map(String)) : z.string();
    case 'array':
      return z.array(promised(def.element, owner, `${path}.*`));
    case 'optional':
      return promised(def.innerType, owner, path).optional();
    case 'nullable':
      return promised(def.innerType, owner, path).nullable();
    case 'default':
      return promised(def.innerType, owner, path);
    case 'pipe':
      return promised(def.in, owner, path);
    case 'lazy':
      return z.lazy(() => promised(def.getter(), owner, path));
    case 'union': {
      const options = def.options.map((option) => promised(option, owner, path));
      return z.union(options);
    }
    case 'object': {
      const members = Object.entries(def.shape).flatMap(([key, member]) => {
        const at = path === '' ? key : `${path}.${key}`;
        return isRead(owner, at) ? [[key, promised(member, owner, at)] as const] : [];
      });
      return z.looseObject(Object.fromEntries(members));
    }
    default:
      throw new Error(`the guard's test does not know a ${def.type}`);
  }
}

/** An id, a digest, a time or a URL: one of them is valid for every text. */
const TEXTS = ['a', 'a'.repeat(64), '2026-01-01T00:00:00.000Z', 'https://example.com/'];

/** Values of a schema with every member it declares; one for each option of a union. */
export function samples(schema: Schema, depth = 0): unknown[] {
  const def = defOf(schema);
  switch (def.type) {
    case 'string':
      return TEXTS.filter((text) => z.safeParse(schema, text).success).slice(0, 1);
    case 'number':
      return [1];
    case 'boolean':
      return [true];
    case 'unknown':
    case 'custom':
      return [{ a: 1 }];
    case 'literal':
      return [def.values[0]];
    case 'enum':
      return [Object.values(def.entries)[0]];
    case 'array':
      return [depth > 12 ? [] : samples(def.element, depth + 1)];
    case 'optional':
    case 'nullable':
    case 'default':
      return samples(def.innerType, depth + 1);
    case 'pipe':
      return samples(def.in, depth + 1);
    case 'lazy':
      return samples(def.getter(), depth + 1);
    case 'union':
      // The last type of part contains parts.
      return def.options
        .slice(0, depth > 6 ? -1 : undefined)
        .flatMap((option) => samples(option, depth + 1));
    case 'object':
      return Object.entries(def.shape).reduce<Record<string, unknown>[]>(
        (objects, [key, member]) => {
          const values = samples(member, depth + 1);
          const most = Math.max(objects.length, values.length);
          return Array.from({ length: most }, (_, at) => ({
            ...objects[at % objects.length],
            [key]: values[at % values.length],
          }));
        },
        [{}],
      );
    default:
      throw new Error(`the guard's test does not know a ${def.type}`);
  }
}
