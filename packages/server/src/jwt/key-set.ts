import { createLocalJWKSet, errors, type CryptoKey, type JSONWebKeySet } from 'jose';
import type { FlattenedJWSInput, JWSHeaderParameters } from 'jose';

/** Finds the key that a token says it was signed with. */
export type FindKey = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** Where keys come from, and how long they count. Times are milliseconds. */
export interface KeySource {
  /** The key set as JSON; whatever is wrong with it is thrown. */
  readonly load: () => unknown;
  /** Keys of this age are loaded again, while they go on to be used. */
  readonly refreshMs: number;
  /** Keys of this age count no more. */
  readonly maxAgeMs: number;
  /** From the begin of one load to that of the next, at least. */
  readonly pauseMs: number;
  /** Milliseconds of a clock that never goes back. */
  readonly elapsed: () => number;
  /** Told why keys could not be loaded again, once for each reason. */
  readonly onError: (message: string) => void;
}

/**
 * Keeps a set of public keys that changes while it is used. A token with a key that is not in it
 * makes it load the set once more; anyone can write such a token, so that this waits for `pauseMs`.
 * @throws Error when the keys cannot be loaded at first
 */
export async function openKeySet(source: KeySource): Promise<FindKey> {
  const { load, refreshMs, maxAgeMs, pauseMs, elapsed, onError } = source;
  let tried = elapsed();
  let loaded = tried;
  let find = readKeySet(await load());
  let loading: Promise<void> | undefined;
  let told: string | undefined;

  async function loadAgain(): Promise<void> {
    const begun = elapsed();
    tried = begun;
    try {
      find = readKeySet(await load());
      loaded = begun;
      told = undefined;
    } catch (error) {
      const why = reasonOf(error);
      if (why !== told) onError(why);
      told = why;
    }
  }

  /** Loads them, together with whoever else wants that; at once resolved while it is too early. */
  function reload(): Promise<void> {
    if (loading === undefined && elapsed() - tried < pauseMs) return Promise.resolve();
    loading ??= loadAgain().finally(() => (loading = undefined));
    return loading;
  }

  return async (header, token) => {
    if (elapsed() - loaded >= refreshMs) {
      const refreshed = reload();
      if (elapsed() - loaded >= maxAgeMs) await refreshed;
    }
    if (elapsed() - loaded >= maxAgeMs) throw new errors.JWKSNoMatchingKey();
    try {
      return await find(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
    }
    await reload();
    return find(header, token);
  };
}

function readKeySet(value: unknown): FindKey {
  if (!isKeySet(value)) throw new Error('expected {"keys": […]} with a public key at least.');
  for (const key of value.keys) {
    // `d` is the private part of every kind of key; a shared secret is private altogether.
    if (key.kty === 'oct' || 'd' in key) {
      throw new Error('a private or shared key is in it. Expected public keys only.');
    }
  }
  return createLocalJWKSet(value);
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  if (typeof value !== 'object' || value === null || !('keys' in value)) return false;
  const { keys } = value;
  return (
    Array.isArray(keys) &&
    keys.length > 0 &&
    keys.every((key: unknown) => typeof key === 'object' && key !== null && 'kty' in key)
  );
}

/** The words of an error and of what caused it; `fetch` says only in the latter what is wrong. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
