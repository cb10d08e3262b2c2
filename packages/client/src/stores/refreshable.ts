import { toClientError, type ClientError } from '../base/errors.ts';

/** State of a value read from the server. */
export interface RefreshableState<T> {
  /** `undefined` until first read; a later failure keeps it. */
  readonly value: T | undefined;
  /** Whether a read is in progress. */
  readonly loading: boolean;
  /** Error of the last read, if it failed. */
  readonly error?: ClientError;
}

/** A store of a server value, with a function to read it again. */
export interface Refreshable<T> {
  readonly current: () => RefreshableState<T>;
  /** Reads it again. Never rejects: see `error`. */
  readonly refresh: () => Promise<void>;
  /** Sets the value without reading it. */
  readonly set: (value: T) => void;
}

/**
 * Reads a value from the server on request. Of several concurrent reads the last one started wins:
 * an older response never replaces a newer one.
 */
export function createRefreshable<T>(
  what: string,
  read: () => Promise<T>,
  notify: () => void,
): Refreshable<T> {
  let value: T | undefined;
  let error: ClientError | undefined;
  let latest = 0;
  let done = 0;

  return {
    current: () => ({ value, loading: done < latest, ...(error !== undefined && { error }) }),
    set(next) {
      value = next;
      notify();
    },
    async refresh() {
      latest += 1;
      const reading = latest;
      notify();
      let answer: { readonly value: T } | ClientError;
      try {
        answer = { value: await read() };
      } catch (thrown) {
        answer = toClientError(thrown, what);
      }
      if (reading < done) return;
      done = reading;
      if (answer instanceof Error) {
        error = answer;
      } else {
        ({ value } = answer);
        error = undefined;
      }
      notify();
    },
  };
}
