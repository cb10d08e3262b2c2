/** Lines of a stream, one at a time. */
export interface LineQueue {
  /** The next line without its end (LF or CRLF), `null` at the end of the stream. */
  next(): Promise<string | null>;
  /** Stops reading, so that the stream does not keep the process alive. */
  close(): void;
}

/**
 * Reads lines of UTF-8 and keeps them until they are asked for. Only a line feed ends one: in text of
 * someone else that is piped in, no part may be taken for the answer to the next question because of a
 * carriage return or a line separator in it.
 */
export function createLineQueue(input: NodeJS.ReadableStream): LineQueue {
  const decoder = new TextDecoder();
  const lines: string[] = [];
  let rest = '';
  let isEnded = false;
  let wake = (): void => undefined;

  function take(chunk: Buffer | string): void {
    rest += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true });
    if (!rest.includes('\n')) return;
    const parts = rest.split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) lines.push(line.replace(/\r$/, ''));
    wake();
  }

  function end(): void {
    if (isEnded) return;
    isEnded = true;
    rest += decoder.decode();
    if (rest !== '') lines.push(rest);
    wake();
  }

  input.on('data', take);
  for (const event of ['end', 'close', 'error']) input.on(event, end);

  return {
    async next() {
      for (;;) {
        const line = lines.shift();
        if (line !== undefined) return line;
        if (isEnded) return null;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    close() {
      input.off('data', take);
      input.pause();
    },
  };
}
