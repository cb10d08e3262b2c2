import type { ConversationWords } from './conversation-words.ts';
import { visibleString } from './visible-text.ts';
import { problemWords, type ProblemWords } from './problem-words.ts';

/**
 * Codes whose texts need details, such as the origin, address or setting: the text of the error is
 * appended.
 */
const NEEDS_DETAILS: ReadonlySet<string> = new Set([
  'agent_not_found',
  'bad_call',
  'bad_reply',
  'forbidden',
  'internal',
  'invalid_request',
  'method_not_allowed',
  'network',
  'not_found',
  'payload_too_large',
  'rate_limited',
  'unauthenticated',
  'unsupported_media_type',
]);

function textOf(error: unknown): string {
  return error instanceof Error ? visibleString(error.message) : '';
}

/**
 * Describes the error of a failed answer to a person: our text for its code, with the error's own
 * text where that has necessary details; for an unknown code only the error's text. `words`:
 * default English.
 */
export function describeProblem(error: unknown, words: ProblemWords = problemWords): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  const known = new Map(Object.entries(words.errors)).get(String(code));
  const text = textOf(error);
  if (known === undefined) {
    return text === '' ? words.answerFailed : words.answerFailedWith(text);
  }
  if (text === '' || !NEEDS_DETAILS.has(String(code))) return known;
  return `${known} ${words.problemDetails(text)}`;
}

/** Why a message was not sent; codes without a text of their own use that for answers. */
export function whyNotSent(
  error: unknown,
  words: ProblemWords & Pick<ConversationWords, 'notSentFor'>,
): string {
  return describeProblem(error, {
    ...words,
    errors: { ...words.errors, ...words.notSentFor },
    answerFailed: '',
    answerFailedWith: (text) => text,
  });
}
