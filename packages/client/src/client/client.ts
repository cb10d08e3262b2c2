import type { InteractionRequest, RunEvent, StreamEvent, UnknownEvent } from '@hitl/protocol';
import { systemClock, type Clock } from '../base/clock.ts';
import { createCommands, type HitlCommands } from './commands.ts';
import {
  streamStart,
  type Connection,
  type StreamHandle,
  type StreamPosition,
} from '../base/connection.ts';
import type { ClientError } from '../base/errors.ts';
import { createEventSink } from '../streams/event-sink.ts';
import { createFetchTransport } from '../transport/fetch-transport.ts';
import { createInboxSink, type InboxEvent } from '../streams/inbox-sink.ts';
import { callSafely } from '../base/call-safely.ts';
import type { TabChannel, TabScope } from '../base/tab-channel.ts';
import type { Call, FrameSink, Transport } from '../transport/transport.ts';
import type {
  WebAbortSignal,
  WebCredentials,
  WebHeadersInit,
  WebRequest,
  WebResponse,
} from '../base/web-types.ts';

/** How a client reaches its server, and what it takes from its surroundings. */
export interface HitlClientOptions {
  /** Where the endpoints are, without a slash at the end. Default: the page's origin. */
  baseUrl?: string | undefined;
  /** Default: the global `fetch`. A server's handler in the same process fits: no port is needed. */
  fetch?: ((request: WebRequest) => Promise<WebResponse>) | undefined;
  /** Sent with every call; a function is asked each time, so that a token can be renewed. */
  headers?: WebHeadersInit | (() => WebHeadersInit | Promise<WebHeadersInit>) | undefined;
  /** Whether cookies go along. Default `same-origin`. */
  credentials?: WebCredentials | undefined;
  /** How long a call waits for its answer. Default 30 000. Streams have a watchdog instead. */
  timeoutMs?: number | undefined;
  /** How long a store keeps its connection after the last listener left. Default 1000. */
  lingerMs?: number | undefined;
  /** Default: the machine's. */
  clock?: Clock | undefined;
  /** How many characters one event may have; a larger one ends the stream. Default 16 Mi. */
  maxEventSize?: number | undefined;
  /** From 0 to below 1: the jitter of reconnects. Default `Math.random`. */
  random?: (() => number) | undefined;
  /**
   * Calls `wake` when the network may have come back, so that streams do not sit out their delay.
   * Returns what stops it. Default: the `online` event of a page or a worker.
   */
  onWake?: ((wake: () => void) => () => void) | undefined;
  /**
   * Opens the channel by which the tabs of a browser tell each other what was answered, so that they
   * agree also where a stream of events is slow or gone. It carries ids of requests and nothing else;
   * who hears one asks the server what stands. It is open while somebody listens to an answer or an
   * inbox. Default: a `BroadcastChannel` in a page or a worker. `null`: the server's events alone tell.
   */
  openChannel?: ((name: string) => TabChannel) | null | undefined;
}

/** What every reader of a stream is told. */
export interface StreamHandlers {
  /** After the events of one chunk: the moment to render. */
  onBatch?(): void;
  onConnection?(connection: Connection): void;
  /** A frame was unreadable, too large or missing. The stream lives on. */
  onError?(error: ClientError): void;
  /** Closes the stream at once. */
  signal?: WebAbortSignal | undefined;
}

/** Reads the events of a run or a session. */
export interface EventHandlers extends StreamHandlers {
  /**
   * Each stored event once and in order; pieces of text as they come. All are checked, but for a
   * request that cannot be read whole: it is told to `onError` and delivered as it is, since nobody
   * else would ask about it.
   */
  onEvent(event: StreamEvent): void;
  /** An event of a type that this version does not know. */
  onUnknownEvent?(event: UnknownEvent): void;
  /** Where to begin, and where it is since: hand it to a later stream to go on. Default: the start. */
  position?: StreamPosition | undefined;
}

/** Reads what waits. */
export interface InboxHandlers extends StreamHandlers {
  /**
   * What waits: at first, and again after each reconnect. Where not all of it fitted, `pendingIds`
   * names what waits, oldest first; the others follow as `interaction_request`, and what is known
   * already under one of these ids still waits.
   */
  onSnapshot(interactions: readonly InteractionRequest[], pendingIds?: readonly string[]): void;
  onEvent(event: InboxEvent): void;
}

/** Whose requests an inbox shows. Nothing set: all that the caller may see. */
export interface InboxFilter {
  userId?: string | undefined;
  sessionId?: string | undefined;
}

/** Speaks to one server. Creating it opens nothing. */
export interface HitlClient extends HitlCommands {
  /** The events of a run from its first one, across suspensions, until it has ended. */
  runEvents(runId: string, handlers: EventHandlers): StreamHandle;
  /** The events of all runs of a session from its first one; it never ends by itself. */
  sessionEvents(sessionId: string, handlers: EventHandlers): StreamHandle;
  /** What waits for a person, kept up to date; it never ends by itself. */
  inboxEvents(filter: InboxFilter, handlers: InboxHandlers): StreamHandle;
  /**
   * Hears every stored event that any stream of this client delivers, so that a card learns of its
   * settlement from whichever stream is open. Returns what stops it.
   */
  observe(listener: (event: RunEvent | InboxEvent) => void): () => void;
  /** The server's time, as well as it is known from its answers, and this machine's timers. */
  readonly clock: Clock;
  /** How long stores keep a connection that nobody needs any more. */
  readonly lingerMs: number;
  /** Which other tabs its stores hear, and how. */
  readonly tabs: TabScope;
}

/**
 * Connects to a server; no connection is opened before the first call or subscription.
 * @throws TypeError for an option that does not exist.
 */
export function createHitlClient(options: HitlClientOptions = {}): HitlClient {
  for (const name of Object.keys(options)) if (!(name in OPTIONS)) refuseOption(name);
  const { headers = {}, clock = systemClock, random = Math.random, openChannel } = options;
  const baseUrl = (options.baseUrl ?? defaultBase(options.fetch !== undefined)).replace(/\/$/, '');
  const transport = createFetchTransport({
    baseUrl,
    // Looked up at each call: tools that replace the global later are heeded.
    fetch: options.fetch ?? ((request) => fetch(request)),
    headers: typeof headers === 'function' ? headers : () => headers,
    credentials: options.credentials ?? 'same-origin',
    timeoutMs: options.timeoutMs ?? 30_000,
    clock,
    random,
    onWake: options.onWake ?? onOnline,
    // One event holds one request, whose arguments may be as large as a body.
    maxEventSize: options.maxEventSize ?? 0x1000000,
  });
  return createClient(transport, clock, options.lingerMs ?? 1000, { baseUrl, openChannel });
}

/** A client over any transport. */
export function createClient(
  transport: Transport,
  clock: Clock,
  lingerMs: number,
  tabs: TabScope,
): HitlClient {
  const observers = new Set<(event: RunEvent | InboxEvent) => void>();
  const observed = (event: RunEvent | InboxEvent): void => {
    for (const listener of observers) callSafely(() => listener(event));
  };

  function follow(
    call: Call,
    handlers: StreamHandlers,
    position: StreamPosition,
    sink: Pick<FrameSink, 'onFrame' | 'isDone'>,
  ): StreamHandle {
    const { signal } = handlers;
    if (signal?.aborted === true) return { close() {}, wake() {} };
    const handle = transport.open(call, {
      ...sink,
      position,
      onBatch: () => callSafely(() => handlers.onBatch?.()),
      onConnection: (connection) => callSafely(() => handlers.onConnection?.(connection)),
      onError: (error) => callSafely(() => handlers.onError?.(error)),
    });
    const close = (): void => {
      signal?.removeEventListener('abort', close);
      handle.close();
    };
    signal?.addEventListener('abort', close);
    return { close, wake: () => handle.wake() };
  }

  return {
    ...createCommands(transport, observed),
    runEvents(runId, handlers) {
      const { position = streamStart() } = handlers;
      const sink = createEventSink(handlers, observed, position, runId);
      return follow({ name: 'run_events', params: { run_id: runId } }, handlers, position, sink);
    },
    sessionEvents(id, handlers) {
      const { position = streamStart() } = handlers;
      const sink = createEventSink(handlers, observed, position);
      return follow(
        { name: 'session_events', params: { session_id: id } },
        handlers,
        position,
        sink,
      );
    },
    inboxEvents: ({ userId, sessionId }, handlers) =>
      follow(
        { name: 'interaction_events', query: { user_id: userId, session_id: sessionId } },
        handlers,
        streamStart(),
        createInboxSink(handlers, observed),
      ),
    observe(listener) {
      observers.add(listener);
      return () => void observers.delete(listener);
    },
    clock: { now: () => transport.now(), after: (delay, run) => clock.after(delay, run) },
    lingerMs,
    tabs,
  };
}

const OPTIONS: Readonly<Record<keyof HitlClientOptions, 0>> = {
  baseUrl: 0,
  fetch: 0,
  headers: 0,
  credentials: 0,
  timeoutMs: 0,
  lingerMs: 0,
  clock: 0,
  maxEventSize: 0,
  random: 0,
  onWake: 0,
  openChannel: 0,
};

/** A misspelt option would do nothing, and nothing would say so. */
function refuseOption(name: string): never {
  const wanted = name.toLowerCase().replaceAll(/[^a-z]/g, '');
  const known = Object.keys(OPTIONS);
  const meant = known.find((one) => one.toLowerCase().includes(wanted)) ?? known.join(' or ');
  throw new TypeError(`createHitlClient has no option ${name}. Did you mean ${meant}?`);
}

/** Relative to the page; a handler in this process needs any origin at all. */
function defaultBase(inProcess: boolean): string {
  return inProcess && typeof location === 'undefined' ? 'http://localhost' : '';
}

function onOnline(wake: () => void): () => void {
  if (typeof addEventListener !== 'function') return () => {};
  addEventListener('online', wake);
  return () => removeEventListener('online', wake);
}
