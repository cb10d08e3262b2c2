import type {
  InteractionRequest,
  InteractionResponse,
  InteractionView,
  PermissionRule,
  RuleInput,
  StreamEvent,
} from '@hitl/protocol';
import { problem, type EndpointName, type ProblemCode } from '@hitl/protocol/endpoints';
import { permissionRule, run } from '@hitl/protocol/testing';
import { createClient, type HitlClient } from '../client/client.ts';
import type { Connection } from '../base/connection.ts';
import { ClientError } from '../base/errors.ts';
import type { TabScope } from '../base/tab-channel.ts';
import type { Call } from '../transport/transport.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { createFakeTransport, type Reply } from './fake-transport.ts';

/** Initial state of a fake client. */
export interface FakeClientOptions {
  /** Pending requests. Default: none. */
  pending?: readonly InteractionRequest[];
  /** The rules of every user. Default: none. */
  rules?: readonly PermissionRule[];
  /** Default: a fake clock at the base time of the builders' data. */
  clock?: FakeClock;
  /** The channel to other tabs. Default: none. */
  openChannel?: TabScope['openChannel'];
}

/**
 * A client without a network, for component tests. Its streams, stores and submissions are real;
 * instead of a server it has a log that the test writes with `emit`, and default replies: every
 * answer is accepted, rules can be listed and changed, everything else needs `reply`. It makes no
 * decisions: after an answer, emit the events that should follow.
 */
export interface FakeClient extends HitlClient {
  readonly clock: FakeClock;
  /** Every response that was sent, in order, however it was sent. */
  readonly responses: readonly InteractionResponse[];
  /** Every call, streams included, in order. */
  readonly calls: readonly Call[];
  /** How many streams are open. */
  readonly streams: number;
  /** Pending requests, as shown by an inbox opened now; updated by `emit`. */
  pending: readonly InteractionRequest[];
  /** Appends to the log. Open streams deliver it immediately; later streams from the start. */
  emit(...events: readonly StreamEvent[]): void;
  /** Sets the reply of an endpoint: a body, or a function of the call, which may throw. */
  reply(name: EndpointName, reply: Reply | object): void;
  /** Makes the next call of the endpoint fail, with a problem or a client error. */
  fail(
    name: EndpointName,
    code: ProblemCode | 'network' | 'timeout',
    more?: { detail?: string; [extension: string]: unknown },
  ): void;
  /** Holds the calls of the endpoint. Returns a function that releases them. */
  hold(name: EndpointName): () => void;
  /** Sets the connection state of all open streams. */
  setConnection(connection: Connection): void;
}

export function createFakeClient(options: FakeClientOptions = {}): FakeClient {
  const { clock = createFakeClock(), pending = [], openChannel = null } = options;
  const transport = createFakeTransport(clock);
  const responses: InteractionResponse[] = [];
  let rules = options.rules ?? [];
  transport.pending = pending;

  function answered(response: InteractionResponse): object {
    responses.push(response);
    const asked = transport.pending.find(({ id }) => id === response.request_id);
    const place = asked && { id: asked.run_id, session_id: asked.session_id };
    return { status: 'running', run: run({ ...place }) };
  }

  transport.reply('respond', ({ body }) => answered(body as InteractionResponse));
  transport.reply('respond_batch', ({ body }) => ({
    results: (body as { responses: InteractionResponse[] }).responses.map((response) => {
      answered(response);
      return { request_id: response.request_id, ok: true };
    }),
  }));
  transport.reply('get_interaction', ({ params }) => {
    const id = params?.['interaction_id'] ?? '';
    const view = viewOf(transport.log, id);
    const request = transport.pending.find((one) => one.id === id) ?? view.interaction_request;
    if (request === undefined) throw refusal('interaction_not_found', {});
    return { status: 'pending', ...view, interaction_request: request, run_id: request.run_id };
  });
  transport.reply('list_interactions', () => ({
    interactions: transport.pending,
    next_cursor: null,
  }));
  transport.reply('list_runs', () => ({ runs: [], next_cursor: null }));
  transport.reply('list_rules', () => ({ rules }));
  for (const effect of ['allow', 'deny', 'ask'] as const) {
    transport.reply(effect, ({ body }) => {
      const { resource, expires_at, session_id } = body as RuleInput;
      const rule = permissionRule({
        id: `rule_${resource}`,
        pattern: resource,
        effect,
        ...(expires_at !== undefined && { expires_at }),
        ...(session_id !== undefined && { session_id }),
      });
      rules = [...rules.filter(({ pattern }) => pattern !== resource), rule];
      return { status: 'ok', message: `Permission changed: ${resource}` };
    });
  }
  transport.reply('revoke', ({ body }) => {
    const { resource } = body as { resource: string };
    rules = rules.filter(({ pattern }) => pattern !== resource);
    return { status: 'ok', message: `Permission revoked: ${resource}` };
  });

  return {
    ...createClient(transport, clock, 0, { baseUrl: 'http://fake', openChannel }),
    clock,
    responses,
    calls: transport.calls,
    get streams() {
      return transport.streams;
    },
    get pending() {
      return transport.pending;
    },
    set pending(requests) {
      transport.pending = requests;
    },
    emit: (...events) => transport.emit(events),
    reply: (name, reply) =>
      transport.reply(name, typeof reply === 'function' ? (reply as Reply) : () => reply),
    fail: (name, code, more = {}) => transport.fail(name, refusal(code, more)),
    hold: (name) => transport.hold(name),
    setConnection: (connection) => transport.setConnection(connection),
  };
}

/** State of one interaction in the log. */
function viewOf(log: readonly StreamEvent[], id: string): Partial<InteractionView> {
  const view: Partial<InteractionView> = {};
  for (const event of log) {
    if (event.type === 'interaction_request' && event.data.interaction_request.id === id) {
      view.interaction_request = event.data.interaction_request;
    } else if (event.type === 'interaction_response' && event.data.interaction_id === id) {
      view.response = event.data.response;
    } else if (event.type === 'interaction_resolved' && event.data.interaction_id === id) {
      const { outcome, resolved_by } = event.data;
      view.status = outcome;
      view.resolved_at = event.timestamp;
      if (resolved_by !== undefined) view.resolved_by = resolved_by;
    }
  }
  return view;
}

function refusal(
  code: ProblemCode | 'network' | 'timeout',
  { detail = `The test says ${code}.`, ...extensions }: { detail?: string },
): ClientError {
  if (code === 'network' || code === 'timeout') return new ClientError(code, detail);
  const body = problem(code, detail, extensions);
  return new ClientError(code, detail, { problem: body, status: body.status });
}
