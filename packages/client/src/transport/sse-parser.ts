import { createParser } from 'eventsource-parser';

/** One server-sent event, as it was on the wire. */
export interface SseFrame {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly data: string;
}

/** What the parser finds. */
export interface SseHandlers {
  readonly onFrame: (frame: SseFrame) => void;
  /** A `retry:` field, in milliseconds. */
  readonly onRetry: (milliseconds: number) => void;
  /** An unfinished event grew beyond the buffer. Feed nothing more. */
  readonly onOverflow: () => void;
}

/**
 * Returns what takes a stream apart, in whatever pieces it comes.
 *
 * Wraps eventsource-parser, whose result depends on where chunks are cut: a CR at the end of a chunk
 * waits for the next one, and the three bytes of a BOM are looked for as three characters. Here the
 * decoder takes the halves of characters, the BOM is taken once, and the parser sees no line end but LF.
 *
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function createSseParser(
  handlers: SseHandlers,
  maxBufferSize: number,
): (bytes: Uint8Array) => void {
  // Left to itself, the decoder of Node takes away a second BOM where the first one comes in pieces.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  // The last character so far: none before the BOM, and a CR may be half of a line end.
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
