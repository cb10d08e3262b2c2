import { isRecord } from './is-record.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The result of a conversion method of a schema, if it has one. */
function converted(convert: unknown, owner: unknown, ...args: unknown[]): Schema | undefined {
  if (typeof convert !== 'function') return undefined;
  try {
    const schema: unknown = Reflect.apply(convert, owner, args);
    return isRecord(schema) ? schema : undefined;
  } catch {
    // JSON Schema cannot represent the type: the arguments are edited as JSON.
    return undefined;
  }
}

/**
 * The JSON Schema of a tool's arguments, from what frameworks store: JSON Schema itself, an object
 * with `jsonSchema`, or a schema that converts itself (Standard JSON Schema, Zod 4).
 */
export function jsonSchemaOf(schema: unknown): Schema | undefined {
  if (schema === null || (typeof schema !== 'object' && typeof schema !== 'function')) {
    return undefined;
  }
  const raw = schema as Schema;
  if (isRecord(raw['jsonSchema'])) return raw['jsonSchema'];
  const standard = raw['~standard'];
  if (isRecord(standard)) {
    const { jsonSchema } = standard;
    const own = isRecord(jsonSchema)
      ? converted(jsonSchema['input'], jsonSchema, { target: 'draft-2020-12' })
      : undefined;
    return own ?? converted(raw['toJSONSchema'], raw);
  }
  return raw['type'] === 'object' || isRecord(raw['properties']) ? raw : undefined;
}
