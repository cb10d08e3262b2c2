import type { InteractionRequest, StreamEvent } from '@hitl/protocol';
import type { EndpointName } from '@hitl/protocol/endpoints';
import type { Clock } from '../base/clock.ts';
import type { Connection } from '../base/connection.ts';
import { ClientError } from '../base/errors.ts';
import { isInboxEvent } from '../streams/inbox-sink.ts';
import { foldInbox } from '../stores/inbox-store.ts';
import type { Call, FrameSink, Transport } from '../transport/transport.ts';

/** Handles one call: returns the body, or throws the error. */
export type Reply = (call: Call) => unknown;

/** A transport without a network, controlled by a test. */
export interface FakeTransport extends Transport {
  /** Every call, in order. */
  readonly calls: readonly Call[];
  /** How many streams are open. */
  readonly streams: number;
  /** Everything that was emitted. */
  readonly log: readonly StreamEvent[];
  /** Pending requests, as shown by an inbox opened now. */
  pending: readonly InteractionRequest[];
  /** Sets the reply of an endpoint. */
  reply(name: EndpointName, reply: Reply): void;
  /** Makes the next call of the endpoint fail. */
  fail(name: EndpointName, error: ClientError): void;
  /** Holds the calls of the endpoint. Returns a function that releases them. */
  hold(name: EndpointName): () => void;
  /** Appends to the log of the streams; later streams get it from the start. */
  emit(events: readonly StreamEvent[]): void;
  /** Connection state of all open streams. */
  setConnection(connection: Connection): void;
}

interface OpenStream {
  readonly call: Call;
  readonly sink: FrameSink;
}

export function createFakeTransport(clock: Clock): FakeTransport {
  const calls: Call[] = [];
  const replies = new Map<EndpointName, Reply>();
  const failures: { readonly name: EndpointName; readonly error: ClientError }[] = [];
  const gates = new Map<EndpointName, Promise<void>>();
  const streams = new Set<OpenStream>();
  const log: StreamEvent[] = [];
  let pending: readonly InteractionRequest[] = [];

  function show({ call, sink }: OpenStream, events: readonly StreamEvent[]): void {
    for (const event of events) {
      if (!isShownBy(call, event)) continue;
      const id = 'seq' in event ? { id: String(event.seq) } : {};
      const frame = { ...id, event: event.type, data: JSON.stringify(event) };
      if (!sink.onFrame(frame)) {
        throw new TypeError(
          `The log of ${event.root_run_id} lacks events before this one: ${JSON.stringify(event)}`,
        );
      }
    }
    sink.onBatch();
  }

  async function answer(call: Call): Promise<unknown> {
    await gates.get(call.name);
    const at = failures.findIndex(({ name }) => name === call.name);
    const [failure] = at === -1 ? [] : failures.splice(at, 1);
    if (failure !== undefined) throw failure.error;
    const reply = replies.get(call.name);
    if (reply === undefined) {
      throw new ClientError('bad_call', `The fake client has no reply for ${call.name}.`);
    }
    return structuredClone(await reply(call));
  }

  return {
    calls,
    log,
    get streams() {
      return streams.size;
    },
    get pending() {
      return pending;
    },
    set pending(requests) {
      pending = requests;
    },
    now: () => clock.now(),
    async request(call) {
      calls.push(call);
      const { signal } = call.options ?? {};
      return new Promise((resolve, reject) => {
        const abort = (): void => reject(new ClientError('aborted', `${call.name} was aborted.`));
        if (signal?.aborted === true) abort();
        signal?.addEventListener('abort', abort);
        answer(call).then(resolve, reject);
      });
    },
    async stream(call, onFrame) {
      calls.push(call);
      const events: unknown = await answer(call);
      if (!Array.isArray(events)) {
        const message = `The fake client has no stream for ${call.name}: reply with a list of events.`;
        throw new ClientError('bad_call', message);
      }
      let left = true;
      return {
        next: () => Promise.resolve({}),
        feed() {
          const isFirst = left;
          left = false;
          if (isFirst) for (const event of events) onFrame({ data: JSON.stringify(event) });
          return isFirst;
        },
        close() {},
      };
    },
    open(call, sink) {
      calls.push(call);
      const stream = { call, sink };
      streams.add(stream);
      sink.onConnection({ status: 'connecting' });
      sink.onConnection({ status: 'open' });
      if (call.name === 'interaction_events') {
        const interactions = pending.filter((request) => isAskedFor(call, request));
        const frame = { event: 'snapshot', data: JSON.stringify({ interactions }) };
        sink.onFrame(frame);
        sink.onBatch();
      } else {
        show(stream, log);
      }
      return { close: () => void streams.delete(stream), wake() {} };
    },
    reply(name, reply) {
      replies.set(name, reply);
    },
    fail(name, error) {
      failures.push({ name, error });
    },
    hold(name) {
      let release: (() => void) | undefined;
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      gates.set(name, gate);
      return () => {
        if (gates.get(name) === gate) gates.delete(name);
        release?.();
      };
    },
    emit(events) {
      const copies = structuredClone(events);
      log.push(...copies);
      for (const event of copies) if (isInboxEvent(event)) pending = foldInbox(pending, event);
      for (const stream of streams) show(stream, copies);
    },
    setConnection(connection) {
      for (const { sink } of streams) sink.onConnection(connection);
    },
  };
}

function isShownBy({ name, params, query }: Call, event: StreamEvent): boolean {
  switch (name) {
    case 'run_events':
      return params?.['run_id'] === event.root_run_id || params?.['run_id'] === event.run_id;
    case 'session_events':
      return params?.['session_id'] === event.session_id;
    default: {
      const session = query?.['session_id'];
      return isInboxEvent(event) && (session === undefined || session === event.session_id);
    }
  }
}

function isAskedFor({ query }: Call, request: InteractionRequest): boolean {
  const { user_id: user, session_id: session } = query ?? {};
  return (
    (user === undefined || user === request.user_id) &&
    (session === undefined || session === request.session_id)
  );
}
