import type { Answer, Step } from './steps.ts';

/** 1 MiB: the limit of `response.txt`. */
const MAX_BYTES = 1_048_576;

/**
 * An answer as the content of `response.txt` that is parsed as exactly this answer. `null` if there
 * is no such text.
 */
export function formatResponse(step: Step, answer: Answer): string | null {
  const { part } = step;
  const options = part.type === 'select' ? part.options.map(({ value }) => value) : [];
  const words = candidates(answer, options).find((text) => isReadAs(step, text, answer));
  if (words === undefined) return null;
  // The reader removes one byte order mark and one line end.
  const file = `${words.startsWith('\uFEFF') ? '\uFEFF' : ''}${words}\n`;
  return Buffer.byteLength(file) > MAX_BYTES ? null : file;
}

function candidates(answer: Answer, options: readonly string[]): string[] {
  const { text = '', confirmed, selected_values: values, other } = answer;
  if (confirmed !== undefined) return [confirmed ? 'yes' : 'no'];
  if (values === undefined) return [text];
  const own = other === undefined || other === '' ? [] : [other];
  const result = text === '' ? [] : [text];
  // A value that contains a comma or looks like a number is written as its number.
  const numbers = values.map((value) => String(options.indexOf(value) + 1));
  return [
    [...values, ...result].join(' '),
    [...values, ...own].join(','),
    [...values, ...own].join('\n'),
    [...numbers, ...own].join(','),
  ];
}

function isReadAs(step: Step, text: string, answer: Answer): boolean {
  const reading = step.read(text);
  return reading.ok && JSON.stringify(normal(reading.answer)) === JSON.stringify(normal(answer));
}

/** In a fixed order and without empty members, for comparison. */
function normal({ text = '', selected_values = [], other = '', confirmed }: Answer): unknown {
  return { text, selected_values: selected_values.toSorted(), other, confirmed };
}
