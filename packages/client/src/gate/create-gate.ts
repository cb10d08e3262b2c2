import type { ClaimResult, GateOutcome, InteractionView } from '@hitl/protocol';
import { gateOver, type Gate } from '@hitl/protocol/gate';
import { retryDelay } from '../base/backoff.ts';
import { systemClock } from '../base/clock.ts';
import { ClientError } from '../base/errors.ts';
import type { WebAbortSignal, WebHeadersInit, WebRequest, WebResponse } from '../base/web-types.ts';
import type { Token } from '../base/token.ts';
import { createFetchTransport } from '../transport/fetch-transport.ts';
import type { Call } from '../transport/transport.ts';

/** Options of `createGate`. */
export interface GateOptions {
  /** Base URL of the endpoints, such as `http://127.0.0.1:8787`. */
  readonly baseUrl: string;
  /** Bearer token. A function is called for each request, so that a token can be renewed. */
  readonly token?: Token | undefined;
  /** Headers of every request. */
  readonly headers?: WebHeadersInit | undefined;
  /** Default: the global `fetch`. */
  readonly fetch?: ((request: WebRequest) => Promise<WebResponse>) | undefined;
  /**
   * How long each request is retried while the server cannot be reached, is closing or fails, in
   * milliseconds. Then the call fails with the code of the last error. Default 60,000.
   */
  readonly patienceMs?: number | undefined;
}

const WAIT_SECONDS = 25;
const TIMEOUT_MS = 35_000;
const FIRST_DELAY_MS = 200;

/**
 * Connects an agent loop to a server; no connection is opened before the first call.
 * @throws TypeError for an option that does not exist, and without `baseUrl`.
 */
export function createGate(options: GateOptions): Gate {
  for (const name of Object.keys(options)) {
    if (name in OPTIONS) continue;
    throw new TypeError(
      `createGate has no option ${name}. It has ${Object.keys(OPTIONS).join(', ')}.`,
    );
  }
  const { baseUrl, token, patienceMs = 60_000 } = options;
  if (typeof baseUrl !== 'string' || baseUrl === '') {
    throw new TypeError('createGate needs baseUrl, such as "http://127.0.0.1:8787".');
  }
  const transport = createFetchTransport({
    baseUrl: baseUrl.replace(/\/$/, ''),
    fetch: options.fetch ?? ((sent) => fetch(sent)),
    token,
    headers: options.headers,
    credentials: 'same-origin',
    timeoutMs: TIMEOUT_MS,
    clock: systemClock,
    random: Math.random,
    onWake: undefined,
    maxEventSize: 0,
  });

  /** Retrying is safe because every call of a gate is idempotent. */
  async function request<T>(call: Call, signal: WebAbortSignal | undefined): Promise<T> {
    let since: number | undefined;
    for (let attempt = 0; ; attempt += 1) {
      try {
        return (await transport.request({ ...call, options: { signal } })) as T;
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        // An empty token is a variable that is set to nothing.
        const anonymous = (token === undefined || token === '') && options.headers === undefined;
        if (anonymous && error.code === 'unauthenticated') throw withoutToken(error);
        if (!isPassing(error)) throw error;
        since ??= performance.now();
        const delay = error.retryAfterMs ?? retryDelay(attempt, FIRST_DELAY_MS, Math.random);
        if (performance.now() - since + delay > patienceMs) throw error;
        await pause(delay, signal);
      }
    }
  }

  return gateOver({
    submit: (body, signal) => request<GateOutcome>({ name: 'create_interaction', body }, signal),
    async settled(id, signal) {
      const params = { interaction_id: id };
      const query = { wait: WAIT_SECONDS };
      for (;;) {
        const call = { name: 'get_interaction', params, query } as const;
        const view = await request<InteractionView>(call, signal);
        if (view.status !== 'pending') return;
      }
    },
    claim: (id, body, { wait, signal }) =>
      request<ClaimResult>(
        {
          name: 'claim_call',
          params: { interaction_id: id },
          query: { wait: wait ? WAIT_SECONDS : undefined },
          body,
        },
        signal,
      ),
    complete: (id, body) =>
      request<ClaimResult>(
        { name: 'complete_call', params: { interaction_id: id }, body },
        undefined,
      ),
  });
}

const OPTIONS: Readonly<Record<keyof GateOptions, 0>> = {
  baseUrl: 0,
  token: 0,
  headers: 0,
  fetch: 0,
  patienceMs: 0,
};

/** Names the missing option: what the server says is for people with a browser. */
function withoutToken(error: ClientError): ClientError {
  const why = 'The server asks for a token. Pass it to createGate as "token"';
  return new ClientError(error.code, `${why}. ${error.message}`, error);
}

/** Whether the same call may succeed a moment later. */
function isPassing({ code, status = 0, retryAfterMs }: ClientError): boolean {
  switch (code) {
    case 'network':
    case 'timeout':
    case 'internal':
    case 'unavailable':
      return true;
    case 'bad_reply':
      return status >= 500;
    case 'rate_limited':
      return retryAfterMs !== undefined;
    default:
      return false;
  }
}

/** @throws ClientError `aborted` when the signal fires. */
function pause(milliseconds: number, signal: WebAbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => {
      cancel();
      reject(new ClientError('aborted', 'The gate was stopped.'));
    };
    const cancel = systemClock.after(milliseconds, () => {
      signal?.removeEventListener('abort', abort);
      resolve();
    });
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}
