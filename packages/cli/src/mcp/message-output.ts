/** Where messages to a peer are written: a stream, or an output of this process. */
export interface WritableOutput {
  write(text: string, written: () => void): unknown;
  on?(event: 'error', listener: () => void): unknown;
}

/** Writes messages to a peer that may read slowly, or be gone. */
export interface MessageOutput {
  /** Writes a line. Resolves once the peer has read enough for another one, or is gone. */
  write(line: string): Promise<void>;
  /** Whether the peer has still much to read. */
  readonly isFull: boolean;
  /** From now on no one waits for the peer, and lines that it does not read in time are lost. */
  giveUp(): void;
}

/** Characters that the peer has not read yet. */
export const MAX_UNREAD: number = 1024 * 1024;

/** Creates an output for messages. `onGone` is called once writing has failed. */
export function createMessageOutput(output: WritableOutput, onGone: () => void): MessageOutput {
  let unread = 0;
  let isGone = false;
  let isGivenUp = false;
  let waiting: (() => void)[] = [];

  function isFull(): boolean {
    return unread > MAX_UNREAD;
  }

  function wake(): void {
    if (isFull() && !isGone && !isGivenUp) return;
    for (const resolve of waiting.splice(0)) resolve();
  }

  output.on?.('error', () => {
    if (isGone) return;
    isGone = true;
    onGone();
    wake();
  });

  return {
    get isFull() {
      return isFull();
    },
    write(line) {
      if (isGone || (isGivenUp && isFull())) return Promise.resolve();
      unread += line.length;
      output.write(`${line}\n`, () => {
        unread -= line.length;
        wake();
      });
      if (!isFull() || isGivenUp) return Promise.resolve();
      return new Promise((resolve) => {
        waiting.push(resolve);
      });
    },
    giveUp() {
      isGivenUp = true;
      wake();
    },
  };
}
