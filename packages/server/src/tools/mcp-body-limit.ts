import type { FetchLike } from '@modelcontextprotocol/sdk/shared/transport.js';

const LF = 10;
const CR = 13;

/**
 * A `fetch` whose responses fail as soon as they have more than `maxBytes`: an event stream in one event, as
 * its reader keeps each until an empty line, any other in all.
 */
export function fetchWithin(maxBytes: number, base: FetchLike): FetchLike {
  return async (url, init) => {
    const response = await base(url, init);
    const { body } = response;
    if (body === null) return response;
    return new Response(body.pipeThrough(limit(maxBytes, hasEvents(response))), response);
  };
}

/** Whether a response is an event stream; the text of an error is read as a whole, whatever its type. */
export function hasEvents({ headers, ok }: Response): boolean {
  return ok && /^text\/event-stream\b/i.test(headers.get('content-type') ?? '');
}

function limit(maxBytes: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  /** 1 after a line feed, 2 after a carriage return that follows one, else 0. */
  let line = 0;
  return new TransformStream({
    transform(chunk, controller) {
      size += chunk.length;
      for (const [at, byte] of isStream ? chunk.entries() : []) {
        if (byte === LF && line > 0) size = chunk.length - at - 1;
        if (byte === LF) line = 1;
        else line = byte === CR && line === 1 ? 2 : 0;
      }
      if (size <= maxBytes) controller.enqueue(chunk);
      else controller.error(new Error(`The response exceeded maximum size of ${maxBytes} bytes`));
    },
  });
}
