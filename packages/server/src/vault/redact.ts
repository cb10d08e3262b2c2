import {
  isWrapped,
  lowerAscii,
  MIN_LENGTH,
  spellingsOf,
  unwrap,
  WRAPPINGS,
  type Spelling,
} from './spellings.ts';
import type { Secret } from '../store/secret-store.ts';

const HANDLE = /‹secret:([0-9a-f-]{36})›/g;

/** What replaces a secret everywhere but in the vault and in the tool that gets it. */
export function handleOf(id: string): string {
  return `‹secret:${id}›`;
}

/** The ids of the handles in a value. */
export function handlesIn(value: unknown): string[] {
  return [...JSON.stringify(value ?? null).matchAll(HANDLE)].map(([, id = '']) => id);
}

/** The value with every handle replaced by its secret; handles without one stay. */
export function reveal<T>(value: T, secrets: readonly Secret[]): T {
  if (secrets.length === 0) return value;
  const known = new Map(secrets.map(({ id, value: secret }) => [id, secret]));
  return mapStrings(value, (text) =>
    text.replaceAll(HANDLE, (handle, id: string) => known.get(id) ?? handle),
  );
}

/**
 * The value with every secret replaced by its handle: as it is, in its JSON spelling, and in base64, hex
 * and percent-encoding; inside longer strings, and with line breaks in it. Secrets of fewer than four
 * characters are left: they would match everywhere. What it cannot find: a secret that was encrypted,
 * compressed, hashed, reversed, cut into parts, encoded twice or in another way.
 */
export function redact<T>(value: T, secrets: readonly Secret[]): T {
  const wanted = secrets
    .filter(({ value: secret }) => secret.length >= MIN_LENGTH)
    .flatMap(({ id, value: secret }) =>
      spellingsOf(secret).map((spelling) => ({ id, ...spelling })),
    );
  if (wanted.length === 0) return value;
  return mapStrings(value, (text) => redactText(text, wanted));
}

interface Found {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

function redactText(text: string, wanted: readonly (Spelling & { readonly id: string })[]): string {
  const found = WRAPPINGS.flatMap((breaks) => findIn(text, wanted, breaks))
    // Longest first, so that a secret inside another one does not break it up.
    .toSorted((left, right) => left.start - right.start || right.end - left.end);
  let redacted = '';
  let done = 0;
  for (const { id, start, end } of found) {
    if (end <= done) continue;
    // Of one that begins inside another, the rest goes too.
    if (start >= done) redacted += text.slice(done, start) + handleOf(id);
    done = end;
  }
  return redacted + text.slice(done);
}

/** Where the secrets are in a text that is wrapped in this way. */
function findIn(
  text: string,
  wanted: readonly (Spelling & { readonly id: string })[],
  breaks: RegExp,
): Found[] {
  const unwrapped = unwrap(text, breaks);
  const lower = lowerAscii(unwrapped.text);
  return wanted.flatMap(({ id, text: spelling, anyCase }) => {
    const form = spelling.replaceAll(breaks, '');
    // What is left of a secret that is little but line breaks would be found everywhere.
    if (form.length < MIN_LENGTH) return [];
    return placesOf(form, anyCase ? lower : unwrapped.text).flatMap((at) => {
      const start = unwrapped.origin(at);
      const end = unwrapped.origin(at + form.length - 1) + 1;
      // Words that are apart in the secret and together in the text are not the secret, unless wrapped.
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

/** Applies a change to every string of a JSON value, keys included. */
function mapStrings<T>(value: T, change: (text: string) => string): T {
  return walk(value, change) as T;
}

function walk(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item) => walk(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [change(key), walk(member, change)]),
  );
}
