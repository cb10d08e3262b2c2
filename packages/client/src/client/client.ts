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
import type { Token } from '../base/token.ts';
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

/** Options of `createHitlClient`. */
export interface HitlClientOptions {
  /** Base URL of the endpoints, without a trailing slash. Default: the page's origin. */
  baseUrl?: string | undefined;
  /**
   * Default: the global `fetch`. Pass a server's `fetch` to call it in the same process, without a
   * port.
   */
  fetch?: ((request: WebRequest) => Promise<WebResponse>) | undefined;
  /**
   * Bearer token of every call, sent as `authorization`. A function is called each time, so that a
   * token can be renewed. Empty: none.
   */
  token?: Token | undefined;
  /** Other headers of every call; a function is called each time. */
  headers?: WebHeadersInit | (() => WebHeadersInit | Promise<WebHeadersInit>) | undefined;
  /** Whether cookies are sent. Default `same-origin`. */
  credentials?: WebCredentials | undefined;
  /** Time limit of a call, in milliseconds. Default 30,000. Streams have a watchdog instead. */
  timeoutMs?: number | undefined;
  /** Milliseconds that a store keeps its connection after the last listener left. Default 1000. */
  lingerMs?: number | undefined;
  /** Default: the machine's. */
  clock?: Clock | undefined;
  /** Maximum size of one event, in characters; a larger one ends the stream. Default 16 Mi. */
  maxEventSize?: number | undefined;
  /** From 0 to below 1: the jitter of reconnects. Default `Math.random`. */
  random?: (() => number) | undefined;
  /**
   * Calls `wake` when the network may be back, so that streams retry immediately. Returns a function
   * that stops it. Default: the `online` event of a page or a worker.
   */
  onWake?: ((wake: () => void) => () => void) | undefined;
  /**
   * Opens the channel on which tabs of one browser announce answered requests, so that they agree
   * even if an event stream is slow or disconnected. Messages contain only request ids; the
   * receiver asks the server for the current state. It is open while an answer or an inbox has
   * listeners. Default: a `BroadcastChannel` in a page or a worker. `null`: no channel.
   */
  openChannel?: ((name: string) => TabChannel) | null | undefined;
}

/** Callbacks common to all streams. */
export interface StreamHandlers {
  /** After the events of one chunk: the moment to render. */
  onBatch?(): void;
  onConnection?(connection: Connection): void;
  /** A frame was unreadable, too large or missing. The stream continues. */
  onError?(error: ClientError): void;
  /** Closes the stream immediately. */
  signal?: WebAbortSignal | undefined;
}

/** Reads the events of a run or a session. */
export interface EventHandlers extends StreamHandlers {
  /**
   * Called with each stored event once and in order, and with pieces of text as they arrive. All
   * are validated, except a request that is not fully readable: it is reported to `onError` and
   * delivered unchanged, so that a person still sees it.
   */
  onEvent(event: StreamEvent): void;
  /** An event of a type that this version does not know. */
  onUnknownEvent?(event: UnknownEvent): void;
  /**
   * Start position, updated while reading: pass it to a later stream to continue. Default: the
   * start.
   */
  position?: StreamPosition | undefined;
}

/** Callbacks of an inbox stream. */
export interface InboxHandlers extends StreamHandlers {
  /**
   * Called with the pending requests, at first and after each reconnect. If the list is incomplete,
   * `pendingIds` names all of them, oldest first; the others follow as `interaction_request`, and
   * requests already known under one of these ids are still pending.
   */
  onSnapshot(interactions: readonly InteractionRequest[], pendingIds?: readonly string[]): void;
  onEvent(event: InboxEvent): void;
}

/** Filter of an inbox. Empty: all requests visible to the caller. */
export interface InboxFilter {
  userId?: string | undefined;
  sessionId?: string | undefined;
}

/** Client of one server. Creating it opens no connection. */
export interface HitlClient extends HitlCommands {
  /** The events of a run from its first one, across suspensions, until it has ended. */
  runEvents(runId: string, handlers: EventHandlers): StreamHandle;
  /** The events of all runs of a session from the first one; the stream stays open until it is closed. */
  sessionEvents(sessionId: string, handlers: EventHandlers): StreamHandle;
  /** The live list of pending requests; the stream stays open until it is closed. */
  inboxEvents(filter: InboxFilter, handlers: InboxHandlers): StreamHandle;
  /**
   * Subscribes to every stored event of all streams of this client, so that a card sees its
   * settlement on any open stream. Returns a function that unsubscribes.
   */
  observe(listener: (event: RunEvent | InboxEvent) => void): () => void;
  /** The server's time, estimated from its responses, and this machine's timers. */
  readonly clock: Clock;
  /** Milliseconds that stores keep an unused connection. */
  readonly lingerMs: number;
  /** Group and channel of the tabs that its stores sync with. */
  readonly tabs: TabScope;
}

/**
 * Connects to a server; no connection is opened before the first call or subscription.
 * @throws TypeError for an option that does not exist.
 */
export function createHitlClient(options: HitlClientOptions = {}): HitlClient {
  for (const name of Object.keys(options)) {
    if (name in OPTIONS) continue;
    // Otherwise a misspelled option would be ignored silently.
    const known = Object.keys(OPTIONS).join(', ');
    throw new TypeError(`createHitlClient has no option ${name}. It has ${known}.`);
  }
  const { clock = systemClock, random = Math.random, openChannel } = options;
  const baseUrl = (options.baseUrl ?? defaultBase(options.fetch !== undefined)).replace(/\/$/, '');
  const transport = createFetchTransport({
    ...options,
    baseUrl,
    // Looked up at each call, so that a global replaced later is used.
    fetch: options.fetch ?? ((request) => fetch(request)),
    credentials: options.credentials ?? 'same-origin',
    timeoutMs: options.timeoutMs ?? 30_000,
    clock,
    random,
    onWake: options.onWake ?? onOnline,
    // An event may contain a request whose arguments are as large as a body.
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
  token: 0,
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

/** Relative to the page; a handler in this process accepts any origin. */
function defaultBase(inProcess: boolean): string {
  return inProcess && typeof location === 'undefined' ? 'http://localhost' : '';
}

function onOnline(wake: () => void): () => void {
  if (typeof addEventListener !== 'function') return () => {};
  addEventListener('online', wake);
  return () => removeEventListener('online', wake);
}
