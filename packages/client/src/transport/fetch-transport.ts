import { ENDPOINTS, endpointPath, type Problem } from '@hitl/protocol/endpoints';
import { parseRetryAfter } from '../base/backoff.ts';
import { createServerClock, type Clock } from '../base/clock.ts';
import { ClientError, toClientError } from '../base/errors.ts';
import type { Token } from '../base/token.ts';
import { untilAborted } from '../base/until-aborted.ts';
import { openEventStream } from './event-stream.ts';
import { createFrameReader, watch } from './frame-reader.ts';
import { nameOf, type Call, type Transport } from './transport.ts';

/** What the fetch transport needs; `createHitlClient` documents each. */
export interface FetchTransportOptions {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly token?: Token | undefined;
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined;
  readonly credentials: RequestCredentials;
  readonly timeoutMs: number;
  readonly clock: Clock;
  readonly random: () => number;
  readonly onWake: ((wake: () => void) => () => void) | undefined;
  readonly maxEventSize: number;
}

/** Reaches a server by `fetch`. */
export function createFetchTransport(options: FetchTransportOptions): Transport {
  const { clock } = options;
  const serverClock = createServerClock(clock);

  async function exchange(
    call: Call,
    accept: string,
    extra: Readonly<Record<string, string | undefined>>,
    signal: AbortSignal,
  ): Promise<Response> {
    const request = await buildRequest(options, call, { accept, ...extra }, signal);
    const sentAt = clock.now();
    const response = await reach(call, request, signal);
    serverClock.observe(sentAt, response.headers.get('date'));
    if (!response.ok) throw await refusal(call, response, clock.now());
    if (response.status !== 204 && !isType(response, accept)) {
      void response.body?.cancel().catch(() => {});
      throw badReply(call, response);
    }
    return response;
  }

  async function reach(call: Call, request: Request, signal: AbortSignal): Promise<Response> {
    try {
      return await options.fetch(request);
    } catch (error) {
      if (signal.aborted) throw error;
      throw toClientError(error, nameOf(call), options.baseUrl);
    }
  }

  /** Starts a call that its caller's signal or its timeout can end. */
  function begin(call: Call): Attempt {
    const { signal, timeoutMs = options.timeoutMs, idempotencyKey } = call.options ?? {};
    const controller = new AbortController();
    const end = (code: 'aborted' | 'timeout', how: string) => (): void =>
      controller.abort(new ClientError(code, `${nameOf(call)} ${how}.`));
    const abort = end('aborted', 'was aborted');
    if (signal?.aborted === true) abort();
    signal?.addEventListener('abort', abort);
    const cancel = clock.after(timeoutMs, end('timeout', `took more than ${timeoutMs} ms`));
    const close = (): void => {
      signal?.removeEventListener('abort', abort);
      // The call has ended: remove the listener, because in Node the signal would keep the request
      // alive.
      controller.abort();
    };
    return {
      controller,
      close,
      async answered(accept, take) {
        try {
          return await untilAborted(async () => {
            const extra = { 'idempotency-key': idempotencyKey };
            return await take(await exchange(call, accept, extra, controller.signal));
          }, controller.signal);
        } catch (error) {
          const reason = toClientError(controller.signal.reason ?? error, nameOf(call));
          close();
          throw reason;
        } finally {
          cancel();
        }
      },
    };
  }

  return {
    now: () => serverClock.now(),
    async request(call) {
      const { answered, close } = begin(call);
      const reply = await answered(JSON_TYPE, (response) =>
        response.status === 204 ? undefined : readJson(call, response),
      );
      close();
      return reply;
    },
    async stream(call, onFrame) {
      const { controller, answered, close } = begin(call);
      const response = await answered(EVENTS_TYPE, (reply) => reply);
      const handlers = { onFrame, onHeard: watch(clock, controller) };
      return { ...createFrameReader(response, controller, options.maxEventSize, handlers), close };
    },
    open(call, sink) {
      return openEventStream(
        {
          ...options,
          connect: (lastEventId, signal) =>
            exchange(call, EVENTS_TYPE, { 'last-event-id': lastEventId }, signal),
        },
        sink,
      );
    },
  };
}

/** One call in progress. */
interface Attempt {
  readonly controller: AbortController;
  /** Result of `take` for the response. Rejects with a `ClientError` and ends the call then. */
  readonly answered: <T>(
    accept: string,
    take: (response: Response) => T | Promise<T>,
  ) => Promise<T>;
  /** Releases the connection and the caller's signal. */
  readonly close: () => void;
}

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

async function buildRequest(
  { baseUrl, token, headers, credentials }: FetchTransportOptions,
  call: Call,
  extra: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Request> {
  const given = new Headers(typeof headers === 'function' ? await headers() : headers);
  const bearer = typeof token === 'function' ? await token() : token;
  const own = {
    authorization: bearer && `Bearer ${bearer}`,
    'content-type': call.body ? JSON_TYPE : '',
    ...extra,
  };
  for (const [name, value] of Object.entries(own)) if (value) given.set(name, value);
  try {
    const url = baseUrl + addressOf(call);
    if (typeof location === 'undefined' && !URL.canParse(url)) {
      throw new TypeError(
        `"${baseUrl}" is relative, and there is no page: pass an absolute baseUrl, such as "http://localhost:8787"`,
      );
    }
    return new Request(url, {
      method: ENDPOINTS[call.name].method,
      headers: given,
      credentials,
      // A cached response would have an old state and an old date.
      cache: 'no-store',
      signal,
      // Of `undefined` it makes `undefined`.
      body: JSON.stringify(call.body),
    });
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ClientError('bad_call', `${nameOf(call)} cannot be sent: ${why}.`, { cause });
  }
}

/** @throws TypeError for an invalid id. */
function addressOf({ name, params = {}, query = {} }: Call): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined) search.set(key, String(value));
  }
  const path = endpointPath<typeof name>(name, params);
  return search.size === 0 ? path : `${path}?${search}`;
}

function isType(response: Response, type: string): boolean {
  return response.headers.get('content-type')?.toLowerCase().startsWith(type) === true;
}

async function readJson(call: Call, response: Response): Promise<unknown> {
  const text = await response.text();
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw badReply(call, response);
  }
}

function badReply(call: Call, response: Response, retryAfterMs?: number): ClientError {
  const { status } = response;
  const type = response.headers.get('content-type')?.split(';')[0] ?? 'no content type';
  const url = withoutQuery(response.url) || 'The server';
  const message = `${nameOf(call)}: ${url} answered ${status} with ${type}, not a HITL response. Is the baseUrl right?`;
  return new ClientError('bad_reply', message, { status, retryAfterMs });
}

async function refusal(call: Call, response: Response, now: number): Promise<ClientError> {
  const { status } = response;
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now);
  const problem: unknown = await response.json().catch(() => undefined);
  if (!isProblem(problem)) return badReply(call, response, retryAfterMs);
  return new ClientError(problem.code, problem.detail, { status, problem, retryAfterMs });
}

/** By its form: a newer server may use more codes. */
function isProblem(value: unknown): value is Problem {
  const { code, detail } = (value ?? {}) as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string';
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
