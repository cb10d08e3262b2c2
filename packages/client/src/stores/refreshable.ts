import { toClientError, type ClientError } from '../base/errors.ts';

/** What was read from the server last. */
export interface RefreshableState<T> {
  /** `undefined` until it was read once; a later failure keeps it. */
  readonly value: T | undefined;
  /** Whether it is being read. */
  readonly loading: boolean;
  /** Why reading it failed last. */
  readonly error?: ClientError;
}

/** A value of the server, and the hand that reads it again. */
export interface Refreshable<T> {
  readonly current: () => RefreshableState<T>;
  /** Reads it again. Never fails: see `error`. */
  readonly refresh: () => Promise<void>;
  /** Says what it is by now, without asking. */
  readonly set: (value: T) => void;
}

/**
 * Reads a value from the server whenever it is told to. Of several readings at once the one that was
 * begun last counts: an older answer never replaces a newer one.
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
