/**
 * Where an edit is in its file at the time a person is asked: `edit_place` in the request's
 * `metadata`. Everything but `occurrences` is there only where the text occurs once.
 */
export interface EditPlace {
  /** How often the text to replace occurs; an edit with any other number than 1 fails. */
  readonly occurrences: number;
  /** Number of the line in which it begins, from 1. */
  readonly line?: number;
  /** What is around it. Left out for files that usually hold secrets, and if it is long. */
  readonly context?: {
    /** Up to three whole lines above. */
    readonly before: readonly string[];
    /** What precedes the text in its first line. */
    readonly start: string;
    /** What follows the text in its last line. */
    readonly end: string;
    /** Up to three whole lines below. */
    readonly after: readonly string[];
  };
}

const CONTEXT_LINES = 3;

/** Longer context is left out: it is stored with the request. */
const MAX_CONTEXT = 2000;

/** Where `part` begins first, and how often it occurs; occurrences may overlap. */
export function occurrencesOf(text: string, part: string): { first: number; count: number } {
  const first = text.indexOf(part);
  let count = 0;
  for (let at = first; at !== -1; at = text.indexOf(part, at + 1)) count += 1;
  return { first, count };
}

/** The number of the line at a position, from 1. */
export function lineAt(text: string, position: number): number {
  return text.slice(0, position).split('\n').length;
}

/** Where `part` is in the text of a file, with what is around it unless it is `secret`. */
export function editPlaceIn(text: string, part: string, secret: boolean): EditPlace {
  const { first, count } = occurrencesOf(text, part);
  if (count !== 1) return { occurrences: count };
  const before = text.slice(0, first).split('\n');
  const after = text
    .slice(first + part.length)
    .replace(/\n$/, '')
    .split('\n');
  const [end = ''] = after;
  const context = {
    before: before.slice(0, -1).slice(-CONTEXT_LINES),
    start: before.at(-1) ?? '',
    end,
    after: after.slice(1, 1 + CONTEXT_LINES),
  };
  return {
    occurrences: 1,
    line: lineAt(text, first),
    ...(!secret && JSON.stringify(context).length <= MAX_CONTEXT && { context }),
  };
}
