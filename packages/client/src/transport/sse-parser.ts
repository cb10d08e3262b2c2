import { createParser } from 'eventsource-parser';

/** One server-sent event, as it was on the wire. */
export interface SseFrame {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly data: string;
}

/** Receiver of parsed events. */
export interface SseHandlers {
  readonly onFrame: (frame: SseFrame) => void;
  /** A `retry:` field, in milliseconds. */
  readonly onRetry: (milliseconds: number) => void;
  /** An unfinished event grew beyond the buffer. Feed nothing more. */
  readonly onOverflow: () => void;
}

/**
 * Creates a parser of a stream, independent of how it is split into chunks. Wraps
 * eventsource-parser, whose result depends on that: a CR at the end of a chunk waits for the next
 * one, and it looks for the three bytes of a BOM as three characters. Here the decoder joins split
 * characters, the BOM is removed once, and the parser sees only LF as line end.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createSseParser(
  handlers: SseHandlers,
  maxBufferSize: number,
): (bytes: Uint8Array) => void {
  // By default, the decoder of Node removes a second BOM if the first one arrives in pieces.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // The last character so far: empty before the BOM; a CR may be half of a line end.
  let last = '';
  const parser = createParser({
    onEvent: handlers.onFrame,
    onRetry: handlers.onRetry,
    onError({ type }) {
      if (type === 'max-buffer-size-exceeded') handlers.onOverflow();
    },
    maxBufferSize,
  });
  // An empty first chunk ends its search for a BOM.
  parser.feed('');
  return (bytes) => {
    let text = decoder.decode(bytes, { stream: true });
    if (text === '') return;
    const skips = last === '' ? text.startsWith('\uFEFF') : last === '\r' && text.startsWith('\n');
    last = text.slice(-1);
    if (skips) text = text.slice(1);
    parser.feed(text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text);
  };
}
