/** A JSON Schema. The form follows only a part of it; everything else is edited as JSON. */
export type Schema = Readonly<Record<string, unknown>>;

/** The control that edits a value. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'array'
  | 'object'
  | 'json'
  | 'null';

/** Longer text gets a multi-line control. */
const LINE_LENGTH = 80;

/** Names of arguments that always get a multi-line control. */
const TEXTS: ReadonlySet<string> = new Set([
  'command',
  'content',
  'text',
  'body',
  'old_text',
  'new_text',
  'script',
  'code',
]);

/** Deeper references are assumed to be circular. */
const DEEPEST = 16;

/** Whether a value is an object, not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of a schema as a schema; empty if it is not one. */
export function schemaOf(value: unknown): Schema {
  return isRecord(value) ? value : {};
}

/** The target of a reference inside the same document; an empty schema if there is none. */
function referred(reference: string, root: Schema): Schema {
  const names = reference.split('/').slice(1);
  const found = names.reduce<unknown>((at, name) => {
    const key = decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~');
    return isRecord(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }, root);
  return reference.startsWith('#') ? schemaOf(found) : {};
}

/** The same schema, but `null` is also allowed. */
function orNull(schema: Schema): Schema {
  const { type, enum: values } = schema;
  return {
    ...schema,
    ...(type !== undefined && { type: [type, 'null'].flat() }),
    ...(Array.isArray(values) && { enum: [...values, null] }),
  };
}

/**
 * Simplifies a schema for the form: resolves references in `root`, unwraps a single `allOf`, and
 * merges alternatives that are constants or only add `null`.
 */
export function plainOf(schema: Schema, root: Schema, depth = 0): Schema {
  const { $ref: reference, allOf, anyOf, oneOf, ...own } = schema;
  const inner = (next: Schema): Schema => plainOf(next, root, depth + 1);
  if (depth > DEEPEST) return own;
  if (typeof reference === 'string') return { ...inner(referred(reference, root)), ...own };
  if (Array.isArray(allOf) && allOf.length === 1) return { ...inner(schemaOf(allOf[0])), ...own };
  const branches = anyOf ?? oneOf;
  if (!Array.isArray(branches)) return schema;
  const values = branches.map(schemaOf).filter(({ type }) => type !== 'null');
  const [only] = values;
  const constants = values.every((each) => 'const' in each);
  if (only === undefined || (values.length > 1 && !constants)) return schema;
  const plain = constants ? { enum: values.map((each) => each['const']) } : inner(only);
  return { ...(values.length < branches.length ? orNull(plain) : plain), ...own };
}

/** Whether a simplified schema allows `null`. */
export function isNullable({ type }: Schema): boolean {
  return type === 'null' || (Array.isArray(type) && type.includes('null'));
}

/** Whether values of a simplified schema are secret. */
export function isSecret(schema: Schema): boolean {
  return (
    schema['format'] === 'password' ||
    schema['writeOnly'] === true ||
    schema['x-sensitive'] === true
  );
}

/** Whether a schema marks any value, at any depth, as secret. */
export function hidesSecret(given: Schema, root: Schema): boolean {
  // Each schema once: mutually recursive members have exponentially many paths.
  const seen = new Set<Schema>([given]);
  for (const each of seen) {
    const schema = plainOf(each, root);
    if (isSecret(schema)) return true;
    const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema;
    const inner = [...Object.values(schemaOf(properties)), items, additionalProperties];
    for (const next of [...inner, anyOf, oneOf, allOf].flat()) if (isRecord(next)) seen.add(next);
  }
  return false;
}

/** The values of an `enum` or `const`. */
export function optionsOf(schema: Schema): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']];
  return Array.isArray(schema['enum']) ? schema['enum'] : undefined;
}

/** The type without `null`, which only says that the value may be absent. */
function typeOf(schema: Schema): unknown {
  const { type } = schema;
  if (!Array.isArray(type)) return type;
  const types = type.filter((each) => each !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** The control for a value; without a type in the schema, the type of the value decides. */
export function kindOf(schema: Schema, value: unknown, name: string): FieldKind {
  if (optionsOf(schema) !== undefined) return 'enum';
  if (value === null && isNullable(schema)) return 'null';
  switch (typeOf(schema) ?? (schema['properties'] === undefined ? undefined : 'object')) {
    case 'string':
      return typeof value === 'string' || value === undefined ? textKind(value, name) : 'json';
    case 'number':
    case 'integer':
      return typeof value === 'number' || value === undefined ? 'number' : 'json';
    case 'boolean':
      return typeof value === 'boolean' || value === undefined ? 'boolean' : 'json';
    case 'array':
      return Array.isArray(value) || value === undefined ? 'array' : 'json';
    case 'object':
      return isRecord(value) || value === undefined ? 'object' : 'json';
    default:
      // A form cannot know which of several shapes the value has or may get.
      if (typeof value === 'object' && ('oneOf' in schema || 'anyOf' in schema)) return 'json';
      return kindOfValue(value, name);
  }
}

function kindOfValue(value: unknown, name: string): FieldKind {
  if (typeof value === 'string') return textKind(value, name);
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (Array.isArray(value)) return 'array';
  return isRecord(value) ? 'object' : 'json';
}

function textKind(value: unknown, name: string): FieldKind {
  if (TEXTS.has(name)) return 'text';
  const long = typeof value === 'string' && (value.includes('\n') || value.length > LINE_LENGTH);
  return long ? 'text' : 'line';
}

/** Limit for an initial value, because a required member may require itself. */
const MOST_MEMBERS = 200;

/** The initial value of a member or item that is added. */
export function initialOf(
  given: Schema,
  root: Schema = {},
  room: { depth: number; members: number } = { depth: DEEPEST, members: MOST_MEMBERS },
): unknown {
  const schema = plainOf(given, root);
  if ('default' in schema) return schema['default'];
  const options = optionsOf(schema);
  if (options !== undefined) return options[0];
  switch (typeOf(schema)) {
    case 'null':
      return null;
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object': {
      const required = namesOf(schema['required']);
      const properties = schemaOf(schema['properties']);
      return Object.fromEntries(
        Object.keys(properties)
          .filter((key) => required.has(key))
          .flatMap((key): [string, unknown][] => {
            if (room.depth === 0 || room.members === 0) return [];
            room.members -= 1;
            room.depth -= 1;
            const value = initialOf(schemaOf(properties[key]), root, room);
            room.depth += 1;
            return [[key, value]];
          }),
      );
    }
    default:
      return '';
  }
}

function namesOf(list: unknown): ReadonlySet<unknown> {
  return new Set(Array.isArray(list) ? list : []);
}

/** One member of an edited object. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Whether the object has the member. */
  readonly present: boolean;
}

/** The members of an object: those of the schema in its order, then the others of the value. */
export function membersOf(schema: Schema, value: Readonly<Record<string, unknown>>): Member[] {
  const properties = schemaOf(schema['properties']);
  const required = namesOf(schema['required']);
  const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
  return [...names].map((name) => ({
    name,
    schema: schemaOf(
      Object.hasOwn(properties, name) ? properties[name] : schema['additionalProperties'],
    ),
    required: required.has(name),
    present: Object.hasOwn(value, name),
  }));
}

/** Whether members that the schema does not name may be added. */
export function isOpenEnded({ additionalProperties: others }: Schema): boolean {
  return others === true || isRecord(others);
}

/** An object without one member, in the same order. */
export function without(
  value: Readonly<Record<string, unknown>>,
  name: string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** Whether a number must be an integer. */
export function isInteger(schema: Schema): boolean {
  return typeOf(schema) === 'integer';
}
