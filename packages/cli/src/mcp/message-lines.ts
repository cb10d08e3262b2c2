import { StringDecoder } from 'node:string_decoder';

/** What happens with the lines of a stream. */
export interface LineHandler {
  /**
   * Called with each line that is not empty, without its line break; the next line waits until it
   * resolves. Must not reject.
   */
  readonly onLine: (line: string) => void | Promise<void>;
  /** Called once for each line of more than `maxLength` characters, which is skipped. */
  readonly onTooLong: () => void | Promise<void>;
  readonly maxLength: number;
  /** Called once all lines are handled and the stream has ended or broken. */
  readonly onEnd?: () => void;
}

/** A stream that is read line by line. */
export interface ReadLines {
  /** Resolves once all lines are handled and the stream has ended or broken. */
  readonly done: Promise<void>;
  readonly stop: () => void;
}

/** Characters of lines that wait. While there are more, the stream is not read. */
export const MAX_WAITING_LINES: number = 1024 * 1024;

/**
 * Reads a stream of messages, one per line, only as fast as they are handled. Only `\n` ends a line:
 * `node:readline` also ends it at U+2028, which JSON may contain in a string, so that text in a message would
 * be read as a message of its own.
 */
export function readMessageLines(stream: NodeJS.ReadableStream, handler: LineHandler): ReadLines {
  const { onLine, onTooLong, maxLength } = handler;
  const decoder = new StringDecoder('utf8');
  let finish = (): void => {};
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  let pieces: string[] = [];
  let length = 0;
  /** Lines to handle; `null`: one that was too long. */
  let waiting: (string | null)[] = [];
  let waitingLength = 0;
  let handling = false;
  let ended = false;
  let stopped = false;

  async function handle(): Promise<void> {
    if (handling) return;
    handling = true;
    while (waiting.length > 0) {
      const lines = waiting;
      waiting = [];
      for (const line of lines) {
        await (line === null ? onTooLong() : onLine(line));
        waitingLength -= line?.length ?? 0;
        if (waitingLength <= MAX_WAITING_LINES && !stopped) stream.resume();
      }
    }
    handling = false;
    if (!ended) return;
    handler.onEnd?.();
    finish();
  }

  const put = (line: string | null): void => {
    waiting.push(line);
    waitingLength += line?.length ?? 0;
    if (waitingLength > MAX_WAITING_LINES) stream.pause();
  };
  const add = (text: string): void => {
    const before = length;
    length += text.length;
    if (length <= maxLength) pieces.push(text);
    else if (before <= maxLength) {
      pieces = [];
      put(null);
    }
  };
  const flush = (): void => {
    const line = length <= maxLength ? pieces.join('') : '';
    pieces = [];
    length = 0;
    if (line.trim() !== '') put(line);
  };
  const read = (text: string): void => {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      add(text.slice(from, end));
      flush();
      from = end + 1;
    }
    add(text.slice(from));
    void handle();
  };
  const onData = (chunk: Buffer | string): void => {
    read(typeof chunk === 'string' ? chunk : decoder.write(chunk));
  };
  const onEnd = (): void => {
    if (ended) return;
    ended = true;
    add(decoder.end());
    flush();
    void handle();
  };
  stream.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd);
  return {
    done,
    stop() {
      stopped = true;
      // Its errors are still listened to: without a listener they end the process.
      stream.off('data', onData).off('end', onEnd).off('close', onEnd);
      stream.pause();
    },
  };
}
