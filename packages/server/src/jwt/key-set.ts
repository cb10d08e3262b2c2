import { createLocalJWKSet, errors, type CryptoKey, type JSONWebKeySet } from 'jose';
import type { FlattenedJWSInput, JWSHeaderParameters } from 'jose';

/** Finds the signing key named in a token. */
export type FindKey = (header: JWSHeaderParameters, token: FlattenedJWSInput) => Promise<CryptoKey>;

/** Source and lifetime of keys. Times are milliseconds. */
export interface KeySource {
  /** The key set as JSON; throws if it is invalid. */
  readonly load: () => unknown;
  /** Keys of this age are loaded again, and still used meanwhile. */
  readonly refreshMs: number;
  /** Keys of this age are no longer valid. */
  readonly maxAgeMs: number;
  /** Minimum time between the starts of two loads. */
  readonly pauseMs: number;
  /** Monotonic clock in milliseconds. */
  readonly elapsed: () => number;
  /** Called with the reason why keys could not be reloaded, once for each reason. */
  readonly onError: (message: string) => void;
}

/**
 * Keeps a set of public keys up to date. A token with an unknown key makes it load the set again;
 * anyone can create such a token, so this happens at most every `pauseMs`.
 * @throws Error if the first load fails.
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

  /**
   * Loads the keys. Concurrent callers share one load; while it is too early, this resolves
   * immediately.
   */
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
  if (!isKeySet(value)) throw new Error('expected {"keys": […]} with at least one public key.');
  for (const key of value.keys) {
    // `d` is the private part of every type of key; a shared secret is entirely private.
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

/** The messages of an error and its cause; `fetch` has the details only in the cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}
