import type { Secret } from './vault.ts';

/** Shorter values would redact what is not secret. */
const MIN_LENGTH = 4;

const HANDLE = /‹secret:([0-9a-f-]{36})›/g;

/** What stands for a secret everywhere but in the vault and in the tool that gets it. */
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
 * The value with every secret replaced by its handle, also inside longer strings and in its JSON
 * spelling. Secrets of fewer than four characters are left: they would match everywhere.
 */
export function redact<T>(value: T, secrets: readonly Secret[]): T {
  const spellings = secrets
    .filter(({ value: secret }) => secret.length >= MIN_LENGTH)
    .flatMap(({ id, value: secret }) => {
      const escaped = JSON.stringify(secret).slice(1, -1);
      return escaped === secret
        ? [{ id, secret }]
        : [
            { id, secret },
            { id, secret: escaped },
          ];
    })
    // Longest first, so that a secret inside another one does not break it up.
    .toSorted((left, right) => right.secret.length - left.secret.length);
  if (spellings.length === 0) return value;
  return mapStrings(value, (text) =>
    spellings.reduce((rest, { id, secret }) => rest.replaceAll(secret, handleOf(id)), text),
  );
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
