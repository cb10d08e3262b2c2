/** A connection between this page and its server that the page can cut. */
export interface BreakableConnection {
  /** Like `fetch`, while the connection is not cut. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Aborts all requests, and fails new ones until the connection is restored. */
  readonly cut: () => void;
  readonly restore: () => void;
}

/** Wraps `fetch` so that it can fail like a lost network. */
export function createBreakableConnection(
  send: (request: Request) => Promise<Response>,
): BreakableConnection {
  let breaks = new AbortController();
  const lost = (): TypeError => new TypeError('The network is down.');
  return {
    async fetch(request) {
      const { signal } = breaks;
      if (signal.aborted) throw lost();
      const response = await Promise.race([send(request), rejectedBy(signal)]);
      if (response.body === null) return response;
      const { status, headers } = response;
      const body = response.body.pipeThrough(new TransformStream(), { signal });
      return new Response(body, { status, headers });
    },
    cut: () => breaks.abort(lost()),
    restore() {
      breaks = new AbortController();
    },
  };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
