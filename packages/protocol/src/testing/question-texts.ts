import type { InteractionPart } from '../generated/types.ts';

/** Members that are not for reading: ids, how to ask, and the value of an option with a label. */
const UNREAD: ReadonlySet<string> = new Set([
  'id',
  'type',
  'input_type',
  'expires_at',
  'metadata',
  'default_values',
  'value',
]);

/**
 * Every text of a question that a person should be able to read, including those of its options and
 * parts. Use it to test that a component shows a question in full. `unread`: member names that it
 * need not show. Default: ids, types and values.
 */
export function questionTexts(
  part: Partial<InteractionPart>,
  unread: ReadonlySet<string> = UNREAD,
): readonly string[] {
  return Object.entries(part).flatMap(([name, value]: [string, unknown]) => {
    if (unread.has(name)) return [];
    if (typeof value === 'string') return [value];
    if (!Array.isArray(value)) return [];
    return value.flatMap((one: Partial<InteractionPart>) => questionTexts(one, unread));
  });
}
