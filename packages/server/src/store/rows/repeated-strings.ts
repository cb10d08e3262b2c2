/** Shorter strings are not deduplicated. */
const LONG = 128;

/** Smaller documents are not deduplicated, as there is little to gain. */
const SMALL_DOCUMENT = 2048;

/** Maximum number of strings that are deduplicated. */
const MAX_TEXTS = 16;

/** Replaces a repeated string in the document. */
const MARK = '…';

/** A place where a string, or a part of it, was replaced. Places are JSON Pointers (RFC 6901). */
interface Repeat {
  readonly at: string;
  /** Position of the mark in the string. */
  readonly position: number;
  /** The place of the complete string. */
  readonly of: string;
  /** Start of the part in the complete string; absent: all of it. */
  readonly from?: number;
  readonly to?: number;
}

/** A JSON document with each long string stored once. */
export interface WrittenDocument {
  readonly json: string;
  /** JSON of the replaced places; `null` if there are none. */
  readonly repeats: string | null;
}

/**
 * Serializes a value as JSON. A request repeats the arguments of its call in its texts and
 * suggestions: each long string is stored at its first place only, and as `…` at the others.
 */
export function writeDocument(value: unknown): WrittenDocument {
  const json = JSON.stringify(value);
  if (json.length < SMALL_DOCUMENT || countLong(value) < 2) return { json, repeats: null };
  const document: unknown = JSON.parse(json);
  const repeats: Repeat[] = [];
  const known: { readonly text: string; readonly of: string }[] = [];

  function shorten(text: string, at: string): string {
    for (const { text: whole, of } of known) {
      const position = text.indexOf(whole);
      if (position >= 0) {
        repeats.push({ at, position, of });
        return text.slice(0, position) + MARK + text.slice(position + whole.length);
      }
      // Only large parts are searched for, which limits the work.
      const from = text.length * 4 < whole.length ? -1 : whole.indexOf(text);
      if (from >= 0) {
        repeats.push({ at, position: 0, of, from, to: from + text.length });
        return MARK;
      }
    }
    if (known.length < MAX_TEXTS) {
      known.push({ text, of: at });
      known.sort((left, right) => right.text.length - left.text.length);
    }
    return text;
  }

  function visit(node: unknown, at: string): void {
    if (typeof node !== 'object' || node === null) return;
    const members = node as Record<string, unknown>;
    for (const name of Object.keys(members)) {
      const child = members[name];
      const place = `${at}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
      if (typeof child !== 'string') visit(child, place);
      else if (child.length >= LONG) members[name] = shorten(child, place);
    }
  }

  visit(document, '');
  if (repeats.length === 0) return { json, repeats: null };
  return { json: JSON.stringify(document), repeats: JSON.stringify(repeats) };
}

/** The number of strings that are long enough to be deduplicated; no more than 2 are counted. */
function countLong(value: unknown): number {
  if (typeof value === 'string') return value.length >= LONG ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  for (const child of Object.values(value)) {
    count += countLong(child);
    if (count >= 2) break;
  }
  return count;
}

/** Parses a document of `writeDocument`. */
export function readDocument({ json, repeats }: WrittenDocument): unknown {
  const document: unknown = JSON.parse(json);
  if (repeats === null) return document;
  for (const { at, position, of, from, to } of JSON.parse(repeats) as readonly Repeat[]) {
    const { parent, name } = find(document, at);
    const source = find(document, of);
    const text = String(parent[name]);
    const whole = String(source.parent[source.name]).slice(from ?? 0, to);
    parent[name] = text.slice(0, position) + whole + text.slice(position + MARK.length);
  }
  return document;
}

function find(document: unknown, pointer: string) {
  const names = pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
  const name = names.pop() ?? '';
  const parent = names.reduce<unknown>(
    (node, step) => (node as Record<string, unknown>)[step],
    document,
  );
  return { parent: parent as Record<string, unknown>, name };
}
