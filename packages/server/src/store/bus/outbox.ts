import type { Every } from '../../base/every.ts';

/** Hints that come faster are sent together: each sending takes a commit of its own. */
const SEND_EVERY_MS = 20;

/** Hints on their way to other servers. */
export interface Outbox {
  /** Sends a payload soon. Of those about one subject that are sent together, the last one counts. */
  put(subject: string, payload: string): void;
  /** Sends nothing more. */
  close(): void;
}

/** Sends at once what comes first, and together what comes within 20 ms after it. */
export function createOutbox({
  every,
  send,
  onError,
}: {
  readonly every: Every;
  readonly send: (payloads: readonly string[]) => Promise<void>;
  readonly onError: ((error: unknown) => void) | undefined;
}): Outbox {
  const outgoing = new Map<string, string>();
  let resting = false;
  let closed = false;

  async function flush(): Promise<void> {
    if (resting || closed || outgoing.size === 0) return;
    resting = true;
    const payloads = [...outgoing.values()];
    outgoing.clear();
    try {
      await send(payloads);
    } catch (error) {
      onError?.(error);
    }
    const stop = every(SEND_EVERY_MS, () => {
      stop();
      resting = false;
      void flush();
    });
  }

  return {
    put(subject, payload) {
      // At its new place: what a call says must not come after the hint at its result.
      outgoing.delete(subject);
      outgoing.set(subject, payload);
      void flush();
    },
    close() {
      closed = true;
    },
  };
}
