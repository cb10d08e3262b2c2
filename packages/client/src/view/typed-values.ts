import { inexactNumberIn, isExactNumber, repeatedKeyIn } from '@hitl/protocol/fold';
import { isInteger, type Schema } from './schema.ts';
import { argsFormWords, type ArgsFormWords } from './words.ts';

/**
 * The raw text of a text box that differs from its value: a number in another notation, or an
 * invalid value.
 */
export interface TypedText {
  readonly text: string;
  readonly broken: boolean;
}

/** Typed text: its value, or why it is invalid, in the person's language. */
export type TypedValue<T = unknown> = { readonly value: T } | { readonly problem: string };

/**
 * Parses a typed number. One that JSON cannot represent exactly is invalid: the tool would get
 * other digits than the person sees.
 */
export function readNumber(
  text: string,
  schema: Schema,
  words: ArgsFormWords = argsFormWords,
): TypedValue<number> {
  const trimmed = text.trim();
  const wanted = words[isInteger(schema) ? 'invalidInteger' : 'invalidNumber'];
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed)) return { problem: wanted };
  if (!isExactNumber(trimmed)) return { problem: words.inexactNumber(trimmed) };
  const value = Number(trimmed);
  return isInteger(schema) && !Number.isInteger(value) ? { problem: wanted } : { value };
}

/**
 * Parses typed JSON. A number that JSON cannot represent exactly is invalid, and so is a key that an object
 * has twice: one of its values would be lost.
 */
export function readJson(text: string, words: ArgsFormWords = argsFormWords): TypedValue {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { problem: words.invalidJson };
  }
  const key = repeatedKeyIn(text);
  if (key !== undefined) return { problem: words.repeatedKey(key) };
  const number = inexactNumberIn(text);
  return number === undefined ? { value } : { problem: words.inexactNumber(number) };
}
