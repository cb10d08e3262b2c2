import { inexactNumberIn, repeatedKeyIn } from '@hitl/protocol/fold';
import { isRecord } from './schema.ts';

/** Arguments that another program has written and will read itself. */
export interface WrittenArgs {
  readonly toolArgs: Record<string, unknown>;
  /** Why that program may read other arguments than we do. */
  readonly unclear?: string;
}

/**
 * Reads arguments from the JSON text that another program runs them from. If it may read the text otherwise
 * than we do, the whole text is shown instead, as the argument `input`. `undefined`: they are not an object.
 */
export function writtenArgs(text: string): WrittenArgs | undefined {
  let args: unknown;
  try {
    args = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(args)) return undefined;
  const key = repeatedKeyIn(text);
  const unclear = key === undefined ? inexactNumberIn(text) : JSON.stringify(key);
  if (unclear === undefined) return { toolArgs: { ...args } };
  return { toolArgs: { input: text }, unclear: unclearBecauseOf(unclear) };
}

/**
 * Why a program that has sent arguments may run others than we have read: a number that has lost digits on the
 * way, as integers of Python and Rust do. `undefined` if there is none.
 */
export function unclearIn(args: unknown): string | undefined {
  let found: number | undefined;
  JSON.stringify(args, (_, value: unknown) => {
    if (typeof value === 'number' && Math.abs(value) > Number.MAX_SAFE_INTEGER) found ??= value;
    return value;
  });
  return found === undefined ? undefined : unclearBecauseOf(String(found));
}

function unclearBecauseOf(what: string): string {
  return `What runs is not known exactly: programs read ${what} in these arguments differently.`;
}
