import type { Every } from '../../base/every.ts';

/** Minimum interval between two sends, each of which takes a commit. */
const SEND_EVERY_MS = 20;

/**
 * Creates an outbox of hints for other servers. It throttles sending: the first payload is sent
 * immediately, those of the next 20 ms together.
 */
export function createOutbox({
  every,
  send,
  onError,
}: {
  readonly every: Every;
  readonly send: (payloads: readonly string[]) => Promise<void>;
  readonly onError: ((error: unknown) => void) | undefined;
}) {
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
    /**
     * Sends a payload soon. Of several payloads with one subject that are sent together, only the
     * last one is.
     */
    put(subject: string, payload: string): void {
      // Moves it to the end: progress of a call must not be sent after the hint about its result.
      outgoing.delete(subject);
      outgoing.set(subject, payload);
      void flush();
    },
    /** Stops sending. */
    close(): void {
      closed = true;
    },
  };
}
