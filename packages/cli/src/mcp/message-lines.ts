import { StringDecoder } from 'node:string_decoder';

/** What happens with the lines of a stream. */
export interface LineHandler {
  /** Called with each line that is not empty, without its line break. */
  readonly onLine: (line: string) => void;
  /** Called once for each line of more than `maxLength` characters, which is skipped. */
  readonly onTooLong: () => void;
  readonly maxLength: number;
  readonly onEnd?: () => void;
}

/**
 * Reads a stream of messages, one per line. Only `\n` ends a line: `node:readline` also ends it at U+2028, which
 * JSON may contain in a string, so that text in a message would be read as a message of its own. Returns a
 * function that stops reading.
 */
export function readMessageLines(stream: NodeJS.ReadableStream, handler: LineHandler): () => void {
  const { onLine, onTooLong, maxLength } = handler;
  const decoder = new StringDecoder('utf8');
  let pieces: string[] = [];
  let length = 0;
  const add = (text: string): void => {
    const before = length;
    length += text.length;
    if (length <= maxLength) pieces.push(text);
    else if (before <= maxLength) {
      pieces = [];
      onTooLong();
    }
  };
  const flush = (): void => {
    const line = length <= maxLength ? pieces.join('') : '';
    pieces = [];
    length = 0;
    if (line.trim() !== '') onLine(line);
  };
  const read = (text: string): void => {
    let from = 0;
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      add(text.slice(from, end));
      flush();
      from = end + 1;
    }
    add(text.slice(from));
  };
  const onData = (chunk: Buffer | string): void => {
    read(typeof chunk === 'string' ? chunk : decoder.write(chunk));
  };
  const onEnd = (): void => {
    read(decoder.end());
    flush();
    handler.onEnd?.();
  };
  stream.on('data', onData).on('end', onEnd);
  return () => {
    stream.off('data', onData).off('end', onEnd);
    stream.pause();
  };
}
