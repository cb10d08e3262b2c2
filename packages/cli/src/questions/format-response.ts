import type { Answer, Step } from './steps.ts';

/** 1 MiB: what `response.txt` may hold. */
const MAX_BYTES = 1_048_576;

/**
 * An answer as text of a mailbox: the content of `response.txt` that is read as exactly this answer.
 * `null`: there is no such text.
 */
export function formatResponse(
  step: Step,
  answer: Answer,
  options: readonly string[],
): string | null {
  const words = candidates(answer, options).find((text) => isReadAs(step, text, answer));
  if (words === undefined) return null;
  // One end of a line, and a mark of the encoding, are taken off again.
  const file = `${words.startsWith('\uFEFF') ? '\uFEFF' : ''}${words}\n`;
  return Buffer.byteLength(file) > MAX_BYTES ? null : file;
}

function candidates(answer: Answer, options: readonly string[]): string[] {
  const { text = '', confirmed, selected_values: values, other } = answer;
  if (confirmed !== undefined) return [confirmed ? 'yes' : 'no'];
  if (values === undefined) return [text];
  const own = other === undefined || other === '' ? [] : [other];
  const result = text === '' ? [] : [text];
  // A value may hold a comma, and look like a number: then its number says it.
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

/** In one order, without what says nothing. */
function normal({ text = '', selected_values = [], other = '', confirmed }: Answer): unknown {
  return { text, selected_values: selected_values.toSorted(), other, confirmed };
}
