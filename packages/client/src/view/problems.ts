import type { ConversationWords } from './conversation-words.ts';
import { visibleString } from './visible-text.ts';
import { problemWords, type ProblemWords } from './problem-words.ts';

/**
 * Codes whose messages need details, such as the origin, address or setting: the text of the error
 * is added.
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
 * What to tell a person about a failed answer: our own words for the codes of the client and of the
 * wire, and where those cannot say what is to be done, the error's own text beside them; else the
 * error's text alone. `words`: default English.
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

/** Why a message was not sent: what is said of answers, where there are no words of its own. */
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
