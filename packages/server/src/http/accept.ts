import { parseAccept } from 'hono/utils/accept';

const ANSWERS = ['text/event-stream', 'application/json'] as const;

/** The two response formats of a call that starts or resumes a run. */
export type Answer = (typeof ANSWERS)[number];

/**
 * The format named in the `Accept` header: the one with the higher weight, or the first of equal
 * ones. For a wildcard or a missing header: `otherwise`.
 */
export function preferredAnswer(accept: string | null, otherwise: Answer): Answer {
  const named = parseAccept(accept ?? '').flatMap(({ type, q: weight }) => {
    const format = ANSWERS.find((answer) => answer === type.toLowerCase());
    return format === undefined || weight === 0 ? [] : [format];
  });
  return named[0] ?? otherwise;
}
