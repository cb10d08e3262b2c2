/** A JSON Schema as far as a form can follow it; everything else is edited as JSON. */
export type Schema = Readonly<Record<string, unknown>>;

/** Which control edits a value. */
export type FieldKind =
  | 'line'
  | 'text'
  | 'number'
  | 'boolean'
  | 'enum'
  | 'array'
  | 'object'
  | 'json';

/** A longer text gets several lines. */
const LINE_LENGTH = 80;

/** Names whose text is never one line, whatever it is just now. */
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A member of a schema as a schema; an empty one where there is none. */
export function schemaOf(value: unknown): Schema {
  return isRecord(value) ? value : {};
}

/** The `null` beside a type says that a value may be left out; the type says how it is edited. */
function typeOf(schema: Schema): unknown {
  const { type } = schema;
  if (!Array.isArray(type)) return type;
  const types = type.filter((each) => each !== 'null');
  return types.length === 1 ? types[0] : undefined;
}

/** The control for a value under a schema; where the schema is silent, the value's own type decides. */
export function kindOf(schema: Schema, value: unknown, name: string): FieldKind {
  if (Array.isArray(schema['enum'])) return 'enum';
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

/** What a value begins as when it is added. */
export function initialOf(schema: Schema): unknown {
  if ('default' in schema) return schema['default'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  switch (typeOf(schema)) {
    case 'number':
    case 'integer':
      return typeof schema['minimum'] === 'number' ? schema['minimum'] : 0;
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object': {
      const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
      const properties = schemaOf(schema['properties']);
      return Object.fromEntries(
        Object.keys(properties)
          .filter((key) => required.includes(key))
          .map((key) => [key, initialOf(schemaOf(properties[key]))]),
      );
    }
    default:
      return '';
  }
}

/** One member of an object that is edited. */
export interface Member {
  readonly name: string;
  readonly schema: Schema;
  readonly required: boolean;
  /** Whether the object has it now. */
  readonly present: boolean;
}

/** The members of an object: those of the schema in its order, then what else the value has. */
export function membersOf(schema: Schema, value: Readonly<Record<string, unknown>>): Member[] {
  const properties = schemaOf(schema['properties']);
  const required: unknown[] = Array.isArray(schema['required']) ? schema['required'] : [];
  const names = new Set([...Object.keys(properties), ...Object.keys(value)]);
  return [...names].map((name) => ({
    name,
    schema: schemaOf(Object.hasOwn(properties, name) ? properties[name] : undefined),
    required: required.includes(name),
    present: Object.hasOwn(value, name),
  }));
}

/** An object without one of its members, in the same order. */
export function without(
  value: Readonly<Record<string, unknown>>,
  name: string,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

/** A number as it was typed, or `undefined` where it is none that JSON and this page can hold. */
export function parseNumber(text: string, schema: Schema): number | undefined {
  const trimmed = text.trim();
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return undefined;
  const value = Number(trimmed);
  if (!Number.isFinite(value)) return undefined;
  const whole = Number.isInteger(value);
  // Past 2^53 a digit would be lost without a word.
  if (whole && !Number.isSafeInteger(value)) return undefined;
  return typeOf(schema) === 'integer' && !whole ? undefined : value;
}
