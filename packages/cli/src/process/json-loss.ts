import { inexactNumberIn, repeatedKeyIn } from '@hitl/protocol/fold';

/** What would be lost of valid JSON text that a person has written; `undefined` if nothing. */
export function jsonLossIn(json: string): string | undefined {
  const key = repeatedKeyIn(json);
  if (key !== undefined) return `the key ${JSON.stringify(key)} appears twice in one object`;
  const number = inexactNumberIn(json);
  return number === undefined ? undefined : `the number ${number} cannot be represented exactly`;
}
