/** Lines of a stream, one at a time. */
export interface LineQueue {
  /** The next line without its end (LF or CRLF); `null` at the end of the stream. */
  next(): Promise<string | null>;
  /** Stops reading, so that the stream does not keep the process alive. */
  close(): void;
}

/**
 * Reads lines of UTF-8 and queues them until they are read. Only a line feed ends a line: a
 * carriage return or line separator in piped text of someone else must not make a part of it the
 * answer to the next question.
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
