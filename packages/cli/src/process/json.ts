import { inexactNumberIn, repeatedKeyIn } from '@hitl/protocol/fold';

/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What would be lost of valid JSON text that a person has written; `undefined` if nothing. */
export function jsonLossIn(json: string): string | undefined {
  const key = repeatedKeyIn(json);
  if (key !== undefined) return `the key ${JSON.stringify(key)} appears twice in one object`;
  const number = inexactNumberIn(json);
  return number === undefined ? undefined : `the number ${number} cannot be represented exactly`;
}

/** The object in JSON that a person wrote, or what would be lost of it; `undefined`: it is no object. */
export function typedObject(
  json: string,
): { readonly object: JsonObject } | { readonly loss: string } | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const loss = jsonLossIn(json);
  return loss === undefined ? { object: value } : { loss };
}
