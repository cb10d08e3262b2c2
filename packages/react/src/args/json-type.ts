/** The type of a JSON value that has no members. */
export type JsonType = 'string' | 'number' | 'boolean' | 'null';

/** The type of a value; a structure without members counts as a text. */
export function jsonTypeOf(value: unknown): JsonType {
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'boolean';
  return value === null ? 'null' : 'string';
}
