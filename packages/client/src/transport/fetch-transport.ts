import { ENDPOINTS, endpointPath, type Problem } from '@hitl/protocol/endpoints';
import { parseRetryAfter } from '../base/backoff.ts';
import { createServerClock, type Clock } from '../base/clock.ts';
import { ClientError, toClientError } from '../base/errors.ts';
import { openLater } from './open-later.ts';
import type { Call, Transport } from './transport.ts';
import { untilAborted } from '../base/until-aborted.ts';

/** What the fetch transport needs; `createHitlClient` documents each. */
export interface FetchTransportOptions {
  readonly baseUrl: string;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly headers: () => HeadersInit | Promise<HeadersInit>;
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

  return {
    now: () => serverClock.now(),
    async request(call) {
      const { signal, timeoutMs = options.timeoutMs, idempotencyKey } = call.options ?? {};
      const controller = new AbortController();
      const give = (code: 'aborted' | 'timeout', how: string) => (): void =>
        controller.abort(new ClientError(code, `${nameOf(call)} ${how}.`));
      const abort = give('aborted', 'was aborted');
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort);
      const cancel = clock.after(timeoutMs, give('timeout', `took more than ${timeoutMs} ms`));
      try {
        return await untilAborted(async () => {
          const extra = { 'idempotency-key': idempotencyKey };
          const response = await exchange(call, JSON_TYPE, extra, controller.signal);
          return response.status === 204 ? undefined : await readJson(call, response);
        }, controller.signal);
      } catch (error) {
        throw toClientError(controller.signal.reason ?? error, nameOf(call));
      } finally {
        cancel();
        signal?.removeEventListener('abort', abort);
        // It is over: a request follows its signal, and in Node that keeps both.
        controller.abort();
      }
    },
    async stream(call) {
      const { signal, timeoutMs = options.timeoutMs, idempotencyKey } = call.options ?? {};
      const controller = new AbortController();
      const give = (code: 'aborted' | 'timeout', how: string) => (): void =>
        controller.abort(new ClientError(code, `${nameOf(call)} ${how}.`));
      const abort = give('aborted', 'was aborted');
      if (signal?.aborted === true) abort();
      signal?.addEventListener('abort', abort);
      const cancel = clock.after(timeoutMs, give('timeout', `took more than ${timeoutMs} ms`));
      const done = (): void => {
        signal?.removeEventListener('abort', abort);
        controller.abort();
      };
      try {
        const { framesOf, READER } = await import('./response-frames.ts');
        const extra = { 'idempotency-key': idempotencyKey };
        const { body } = await untilAborted(
          () => exchange(call, EVENTS_TYPE, extra, controller.signal),
          controller.signal,
        );
        const frames = body === null ? none() : framesOf(body, controller, options);
        return { frames: finishing(frames, done), reader: READER };
      } catch (error) {
        const reason = toClientError(controller.signal.reason ?? error, nameOf(call));
        done();
        throw reason;
      } finally {
        cancel();
      }
    },
    open(call, sink) {
      return openLater(
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

const JSON_TYPE = 'application/json';
const EVENTS_TYPE = 'text/event-stream';

async function* none(): AsyncGenerator<never> {}

async function* finishing<T>(items: AsyncIterable<T>, done: () => void): AsyncGenerator<T> {
  try {
    yield* items;
  } finally {
    done();
  }
}

async function buildRequest(
  { baseUrl, headers, credentials }: FetchTransportOptions,
  call: Call,
  extra: Readonly<Record<string, string | undefined>>,
  signal: AbortSignal,
): Promise<Request> {
  const given = new Headers(await headers());
  for (const [name, value] of Object.entries(extra)) if (value) given.set(name, value);
  if (call.body !== undefined) given.set('content-type', JSON_TYPE);
  const url = baseUrl + addressOf(call);
  const init: RequestInit = {
    method: ENDPOINTS[call.name].method,
    headers: given,
    credentials,
    // An answer from a cache would be an old state, and its date an old time.
    cache: 'no-store',
    signal,
  };
  try {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    return new Request(url, body === undefined ? init : { ...init, body });
  } catch (cause) {
    const why =
      !URL.canParse(url) && typeof location === 'undefined'
        ? `there is no page whose origin ${JSON.stringify(baseUrl)} could belong to. Give createHitlClient a whole baseUrl, such as "http://localhost:8787"`
        : String(cause instanceof Error ? cause.message : cause);
    throw new ClientError('bad_call', `${nameOf(call)} cannot be sent: ${why}.`, { cause });
  }
}

/** @throws ClientError `bad_call` where an id is none. */
function addressOf(call: Call): string {
  try {
    return pathOf(call);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new ClientError('bad_call', `${nameOf(call)} cannot be sent: ${why}`, { cause });
  }
}

function pathOf(call: Call): string {
  for (const [name, value] of Object.entries(call.params ?? {})) {
    if (typeof value === 'string' && value !== '') continue;
    const got = value === '' ? 'empty' : String(value);
    throw new TypeError(`${name} is ${got}; expected the id as a text.`);
  }
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  const path = endpointPath<typeof call.name>(call.name, call.params ?? {});
  return query.size === 0 ? path : `${path}?${query}`;
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
  const url = withoutQuery(response.url) || 'The other side';
  const message = `${nameOf(call)}: ${url} answered ${status} with ${type}, and not as a HITL server. Is that the baseUrl of its endpoints?`;
  return new ClientError('bad_reply', message, { status, retryAfterMs });
}

async function refusal(call: Call, response: Response, now: number): Promise<ClientError> {
  const { status } = response;
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), now);
  const problem: unknown = await response.json().catch(() => undefined);
  if (!isProblem(problem)) return badReply(call, response, retryAfterMs);
  return new ClientError(problem.code, problem.detail, { status, problem, retryAfterMs });
}

/** By its form: a newer server may know more codes. */
function isProblem(value: unknown): value is Problem {
  const { code, detail } = (value ?? {}) as Partial<Problem>;
  return typeof code === 'string' && typeof detail === 'string';
}

function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}

/** How messages name a call: no query, no body, no headers. */
function nameOf({ name }: Call): string {
  return name.replaceAll('_', ' ');
}
