import { HitlError } from '../error.ts';
import type { CompleteInput } from '../generated/types.ts';
import type { Completion } from './gate-types.ts';

/** More than this is not sent: a server would refuse it before it has read it. */
const MAX_LENGTH = 1_000_000;
/** Characters of a text that fit into a body of the default size however they are escaped, and into a small one. */
const LENGTHS = [150_000, 500];
const REFUSED: ReadonlySet<string> = new Set(['payload_too_large', 'invalid_request']);

/**
 * Reports the outcome of a call that ran. What a server does not accept (too large or deep, or not JSON) is
 * reported without its `output` and with shorter texts: a call whose outcome is not recorded may run again.
 * `outputLength`: characters of `output` as JSON, if they are known.
 */
export async function record(
  completion: Completion,
  holder: string,
  complete: (input: CompleteInput) => Promise<unknown>,
  { outputLength }: { readonly outputLength?: number } = {},
): Promise<void> {
  const { isSuccess, output } = completion;
  const texts = (length: number): CompleteInput => ({
    holder,
    content: cut(completion.content, length),
    ...(isSuccess !== undefined && { is_success: isSuccess }),
    ...(completion.error !== undefined && { error: cut(completion.error, length) }),
  });
  const whole = texts(MAX_LENGTH);
  const inputs = [
    ...((outputLength ?? jsonLength(output)) <= MAX_LENGTH
      ? [{ ...whole, ...(output !== undefined && { output }) }]
      : []),
    ...LENGTHS.map(texts),
  ];
  for (const [at, input] of inputs.entries()) {
    try {
      await complete(input);
      return;
    } catch (error) {
      const isRefused = HitlError.isInstance(error) && REFUSED.has(error.code);
      if (!isRefused || at === inputs.length - 1) throw error;
    }
  }
}

/** What a tool returned, as its outcome. */
export function completionOf(value: unknown): Completion {
  if (typeof value === 'string') return { content: value };
  if (value === undefined) return { content: '' };
  try {
    return { content: JSON.stringify(value) ?? '', output: value };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { content: `The tool ran. Its result cannot be recorded as JSON: ${why}` };
  }
}

/** At most so many characters, and no half of a character, which is not accepted. */
function cut(text: string, length: number): string {
  const kept =
    text.length <= length
      ? text
      : `${text.slice(0, length)}… [cut: ${text.length} characters in all]`;
  return kept.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

function jsonLength(output: unknown): number {
  try {
    return (JSON.stringify(output) ?? '').length;
  } catch {
    return Infinity;
  }
}
