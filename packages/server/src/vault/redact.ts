import {
  isWrapped,
  lowerAscii,
  MIN_LENGTH,
  spellingsOf,
  unwrap,
  WRAPPINGS,
  type Spelling,
} from './spellings.ts';
import { mapStrings } from '../base/map-strings.ts';
import type { Secret } from '../store/secret-store.ts';

const HANDLE = /‹secret:([0-9a-f-]{36})›/g;

/** The handle that replaces a secret everywhere except in the vault and in the tool that gets it. */
export function handleOf(id: string): string {
  return `‹secret:${id}›`;
}

/** The ids of the handles in a value. */
export function handlesIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? null).matchAll(HANDLE)].map(([, id = '']) => id);
}

/** The value with every handle replaced by its secret; handles of unknown secrets are unchanged. */
export function reveal<T>(value: T, secrets: readonly Secret[]): T {
  if (secrets.length === 0) return value;
  const known = new Map(secrets.map(({ id, value: secret }) => [id, secret]));
  return mapStrings(value, (text) =>
    text.replaceAll(HANDLE, (handle, id: string) => known.get(id) ?? handle),
  );
}

/**
 * The value with every secret replaced by its handle: in its plain and JSON form, and in base64,
 * hex and percent-encoding; also inside longer strings, and with line breaks. Secrets of fewer than
 * four characters are not replaced, since they would match everywhere. Not found: a secret that was
 * encrypted, compressed, hashed, reversed, split, or encoded twice or in another way.
 */
export function redact<T>(value: T, secrets: readonly Secret[]): T {
  const wanted = formsOf(secrets);
  if (wanted.length === 0) return value;
  return mapStrings(value, (text) => redactText(text, wanted));
}

/**
 * A text that will grow, with every secret replaced by its handle, and without a possible beginning
 * of a secret at its end, which is shown once it turns out to be something else. Empty if a secret
 * has more than 4,096 characters.
 */
export function redactPart(text: string, secrets: readonly Secret[]): string {
  const wanted = formsOf(secrets);
  if (wanted.length === 0) return text;
  // The beginning of a longer secret may already be missing from the text.
  if (secrets.some(({ value }) => value.length > MAX_IN_PART)) return '';
  const redacted = redactText(text, wanted);
  const starts = WRAPPINGS.map((breaks) => partialSecretStart(redacted, wanted, breaks));
  return redacted.slice(0, Math.min(...starts));
}

/** Maximum length of a secret whose parts can be found in streamed output. */
const MAX_IN_PART = 4096;

function formsOf(secrets: readonly Secret[]): (Spelling & { readonly id: string })[] {
  return secrets
    .filter(({ value: secret }) => secret.length >= MIN_LENGTH)
    .flatMap(({ id, value: secret }) =>
      spellingsOf(secret).map((spelling) => ({ id, ...spelling })),
    );
}

/** The index of the longest beginning of a secret at the end of a text, or the text's length. */
function partialSecretStart(text: string, wanted: readonly Spelling[], breaks: RegExp): number {
  const unwrapped = unwrap(text, breaks);
  const lower = lowerAscii(unwrapped.text);
  const lengths = wanted.map(({ text: spelling, anyCase }) => {
    const form = spelling.replaceAll(breaks, '');
    return form.length < MIN_LENGTH ? 0 : prefixLengthAtEnd(form, anyCase ? lower : unwrapped.text);
  });
  const longest = Math.max(...lengths);
  return longest === 0 ? text.length : unwrapped.origin(unwrapped.text.length - longest);
}

/** The length of the longest prefix of `form` at the end of `text`, without `form` itself. */
function prefixLengthAtEnd(form: string, text: string): number {
  // Knuth–Morris–Pratt, because a secret may be long, and this runs for each piece of output.
  // The separator equals no unit, so the border of the whole is the beginning of `form`.
  const units = [...form.split(''), '', ...text.slice(-form.length + 1).split('')];
  const borders = [0];
  for (let at = 1, length = 0; at < units.length; at += 1) {
    while (length > 0 && units[at] !== units[length]) length = borders[length - 1] ?? 0;
    if (units[at] === units[length]) length += 1;
    borders.push(length);
  }
  return borders.at(-1) ?? 0;
}

interface Found {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

function redactText(text: string, wanted: readonly (Spelling & { readonly id: string })[]): string {
  const found = WRAPPINGS.flatMap((breaks) => findIn(text, wanted, breaks))
    // Longest first, so that a secret inside another one does not split it.
    .toSorted((left, right) => left.start - right.start || right.end - left.end);
  let redacted = '';
  let done = 0;
  for (const { id, start, end } of found) {
    if (end <= done) continue;
    // For a secret that begins inside another one, the rest is removed too.
    if (start >= done) redacted += text.slice(done, start) + handleOf(id);
    done = end;
  }
  return redacted + text.slice(done);
}

/** The positions of secrets in a text, ignoring these line breaks. */
function findIn(
  text: string,
  wanted: readonly (Spelling & { readonly id: string })[],
  breaks: RegExp,
): Found[] {
  const unwrapped = unwrap(text, breaks);
  const lower = lowerAscii(unwrapped.text);
  return wanted.flatMap(({ id, text: spelling, anyCase }) => {
    const form = spelling.replaceAll(breaks, '');
    // The rest of a secret that is mostly line breaks would be found everywhere.
    if (form.length < MIN_LENGTH) return [];
    return placesOf(form, anyCase ? lower : unwrapped.text).flatMap((at) => {
      const start = unwrapped.origin(at);
      const end = unwrapped.origin(at + form.length - 1) + 1;
      // If the secret has spaces that the text lacks, it is only a match if the text is wrapped
      // there.
      const isExact = end - start === spelling.length;
      return isExact || isWrapped(text.slice(start, end)) ? [{ id, start, end }] : [];
    });
  });
}

function placesOf(form: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
    places.push(at);
  }
  return places;
}
