/** A response that the page's HTML requested before this script was loaded. */
interface Early {
  readonly response: Promise<{ readonly received: Response; readonly at: number }>;
  readonly abort: AbortController;
}

declare global {
  interface Window {
    earlyResponses?: Map<string, Early>;
  }
}

/** Like `fetch`, but uses each response that the HTML requested early, once. */
export async function fetchEarly(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const path = pathname + search;
  const early = window.earlyResponses?.get(path);
  if (early === undefined || request.method !== 'GET') return fetch(request);
  window.earlyResponses?.delete(path);
  request.signal.addEventListener('abort', () => early.abort.abort());
  try {
    const { received, at } = await early.response;
    return withDateOfNow(received, performance.now() - at);
  } catch {
    return fetch(request);
  }
}

/** The client reads the server's clock from `date`, so add the time since the response arrived. */
function withDateOfNow(received: Response, waitedMs: number): Response {
  const headers = new Headers(received.headers);
  const date = Date.parse(headers.get('date') ?? '');
  if (!Number.isNaN(date)) headers.set('date', new Date(date + waitedMs).toUTCString());
  return new Response(received.body, { status: received.status, headers });
}
