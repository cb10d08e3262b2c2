import type { InteractionRequest, Run } from '@hitl/protocol';
import type { Problem } from '@hitl/protocol/endpoints';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { onTestFinished } from 'vitest';
import type { EngineOptions } from '../engine/options.ts';
import type { Engine } from '../engine/engine.ts';
import { ledgerTool, newLedger, scripted, world, type Ledger } from '../engine/engine.fixture.ts';
import { serve } from '../node/index.ts';
import { createHandler, type Handler, type HandlerOptions } from './handler.ts';

/** A response with its body read. */
export interface Answered<T = unknown> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: T;
}

/** An open event stream. */
export interface Reading {
  readonly status: number;
  readonly headers: Headers;
  /** The next event; fails if the stream ends. */
  next(): Promise<EventSourceMessage>;
  /** The events up to and including the first one of this type. */
  until(type: string): Promise<EventSourceMessage[]>;
  /** The remaining events, until the server ends the stream. */
  rest(): Promise<EventSourceMessage[]>;
  /** The `retry` field that the server sent, if any. */
  readonly retry: number | undefined;
  hangUp(): void;
}

/** A server on a real port with a real engine, an agent with two gated calls, and a ledger of effects. */
export interface Served {
  readonly url: string;
  readonly engine: Engine;
  readonly handler: Handler;
  readonly ledger: Ledger;
  readonly errors: { error: unknown; id: string }[];
  readonly get: <T = unknown>(
    path: string,
    headers?: Record<string, string>,
  ) => Promise<Answered<T>>;
  readonly post: <T = unknown>(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answered<T>>;
  readonly send: (method: string, path: string, init?: RequestInit) => Promise<Answered<Problem>>;
  readonly follow: (path: string, init?: RequestInit) => Promise<Reading>;
  /** Starts a run until it is suspended: returns the run and its pending requests in call order. */
  readonly ask: (
    headers?: Record<string, string>,
  ) => Promise<{ run: Run; requests: InteractionRequest[] }>;
}

/** The calls in the agent's first turn. */
const CALLS = [
  { id: 'call_1', name: 'work', args: { n: 1 } },
  { id: 'call_2', name: 'work', args: { n: 2 } },
];

/** Differences from the default server. */
export interface ServedOptions extends Partial<HandlerOptions> {
  /** Number of calls in the agent's first turn. */
  readonly calls?: number;
  readonly wrap?: (engine: Engine) => Engine;
  /** Stores and buses shared with other servers. */
  readonly on?: Partial<EngineOptions>;
  /** The ledger of its tool, shared with other servers. */
  readonly ledger?: Ledger;
}

/** Starts a server and closes it after the test. */
export async function served(options: ServedOptions = {}): Promise<Served> {
  const {
    calls = 1,
    wrap = (engine: Engine) => engine,
    on = {},
    ledger = newLedger(),
    ...handlerOptions
  } = options;
  const work = ledgerTool(ledger, 'work', { requiresConsent: true });
  const { agent } = scripted([{ calls: CALLS.slice(0, calls) }, { text: 'All done.' }], [work]);
  const { engine: real } = world([agent], ledger, on);
  const engine = wrap(real);
  const errors: { error: unknown; id: string }[] = [];
  const handler = createHandler({
    engine,
    authenticate: 'none',
    onError: (error, id) => errors.push({ error, id }),
    ...handlerOptions,
  });
  const server = await serve({ handler, port: 0 });
  onTestFinished(async () => {
    await server.close(1000);
    await engine.close(1000);
    await engine.feed.close();
  });

  const base = server.url + (options.basePath ?? '');
  async function request<T>(path: string, init: RequestInit): Promise<Answered<T>> {
    const response = await fetch(base + path, init);
    const text = await response.text();
    const body = text === '' ? undefined : (JSON.parse(text) as unknown);
    return { status: response.status, headers: response.headers, body: body as T };
  }
  const post = <T>(
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answered<T>> =>
    request<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const follow = (path: string, init: RequestInit = {}): Promise<Reading> =>
    read(base + path, init);

  return {
    url: base,
    engine,
    handler,
    ledger,
    errors,
    get: (path, headers = {}) => request(path, { headers }),
    post,
    send: (method, path, init = {}) => request(path, { method, ...init }),
    follow,
    async ask(headers = {}) {
      const { body: run } = await post<Run>('/runs', { agent_id: 'agent', input: 'go' }, headers);
      const events = await follow(`/runs/${run.id}/events`, { headers });
      const seen = await events.until('execution_suspended');
      events.hangUp();
      const requests = seen
        .filter(({ event }) => event === 'interaction_request')
        .map(
          ({ data }) => JSON.parse(data) as { data: { interaction_request: InteractionRequest } },
        )
        .map(({ data }) => data.interaction_request);
      return { run, requests };
    },
  };
}

/** An approval for this call only. */
export function approval(request: InteractionRequest): Record<string, unknown> {
  return {
    request_id: request.id,
    type: request.type,
    confirmed: true,
    remember: { scope: 'once' },
  };
}

async function read(url: string, init: RequestInit): Promise<Reading> {
  const hangUp = new AbortController();
  const response = await fetch(url, { ...init, signal: hangUp.signal });
  const events: EventSourceMessage[] = [];
  let retry: number | undefined;
  const parser = createParser({
    onEvent: (event) => events.push(event),
    onRetry: (value) => {
      retry = value;
    },
  });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  async function more(): Promise<boolean> {
    const chunk = await reader?.read();
    if (chunk?.value !== undefined) parser.feed(decoder.decode(chunk.value, { stream: true }));
    return chunk?.done === false;
  }
  async function next(): Promise<EventSourceMessage> {
    for (;;) {
      const event = events.shift();
      if (event !== undefined) return event;
      if (!(await more())) throw new Error('the stream ended');
    }
  }
  return {
    status: response.status,
    headers: response.headers,
    next,
    async until(type) {
      const seen: EventSourceMessage[] = [];
      do seen.push(await next());
      while (seen.at(-1)?.event !== type);
      return seen;
    },
    async rest() {
      while (await more());
      return events.splice(0);
    },
    get retry() {
      return retry;
    },
    hangUp: () => hangUp.abort(),
  };
}
