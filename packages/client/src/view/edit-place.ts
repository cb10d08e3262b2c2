import { isRecord } from './schema.ts';
import type { PreviewWords } from './preview-words.ts';

/** Where an edit stood in its file when a person was asked. */
export interface EditPlace {
  /** How often the text to replace was there; an edit with any other number than 1 fails. */
  readonly occurrences: number;
  /** Number of the line in which it begins, from 1. */
  readonly line?: number;
  /** Whole lines above and below, and the rest of its own first and last line. */
  readonly context?: {
    readonly before: readonly string[];
    readonly start: string;
    readonly end: string;
    readonly after: readonly string[];
  };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

/** `edit_place` in the `metadata` of a request; `undefined` if it is missing, or is none. */
export function editPlaceOf(metadata: Readonly<Record<string, unknown>>): EditPlace | undefined {
  const { edit_place: place } = metadata;
  if (!isRecord(place) || typeof place['occurrences'] !== 'number') return undefined;
  const { occurrences, line, context } = place;
  if (occurrences !== 1 || typeof line !== 'number') return { occurrences };
  if (!isRecord(context)) return { occurrences, line };
  const { before, start, end, after } = context;
  const whole =
    isTexts(before) && isTexts(after) && typeof start === 'string' && typeof end === 'string';
  return { occurrences, line, ...(whole && { context: { before, start, end, after } }) };
}

/** What has to be said of the place of an edit. */
export function editNote(place: EditPlace | undefined, words: PreviewWords): string | undefined {
  if (place === undefined) return undefined;
  return place.occurrences === 1 ? words.linesAsAsked : words.editFails(place.occurrences);
}
