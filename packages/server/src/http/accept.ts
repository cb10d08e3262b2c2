/** The two response formats of a call that starts or resumes a run. */
export type Answer = 'text/event-stream' | 'application/json';

/**
 * The format named in the `Accept` header: the one with the higher weight, or the first of equal
 * ones. For a wildcard or a missing header: `otherwise`.
 */
export function preferredAnswer(accept: string | null, otherwise: Answer): Answer {
  let best: Answer = otherwise;
  let bestWeight = 0;
  for (const part of (accept ?? '').split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (type !== 'text/event-stream' && type !== 'application/json') continue;
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    if (value > bestWeight) {
      best = type;
      bestWeight = value;
    }
  }
  return best;
}
