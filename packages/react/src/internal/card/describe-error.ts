import type { CardMessages } from '../../messages/en/card.ts';
import type { CommonMessages } from '../../messages/en/common.ts';
import { visibleString } from '../visible-text.tsx';

/**
 * What to tell a person about a failed answer: our own words for the codes of the client and of the
 * wire, else the error's message.
 */
export function describeError(
  error: unknown,
  messages: CommonMessages & Pick<CardMessages, 'answerFailedWith'>,
): string {
  const known = new Map(Object.entries<string>(messages.errors));
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : '';
  const words = known.get(String(code));
  if (words !== undefined) return words;
  const text = error instanceof Error ? error.message : '';
  return text === '' ? messages.answerFailed : messages.answerFailedWith(visibleString(text));
}
