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

/** What a fake server knows at first. */
export interface FakeClientOptions {
  /** What waits. Default: nothing. */
  pending?: readonly InteractionRequest[];
  /** The rules of every user. Default: none. */
  rules?: readonly PermissionRule[];
  /** Default: one that stands at the time of the builders' data. */
  clock?: FakeClock;
  /** The channel to other tabs. Default: none. */
  openChannel?: TabScope['openChannel'];
}

/**
 * A client with no network, for tests of components. Its streams, stores and submissions are the real
 * ones; in place of a server it keeps a log that the test writes with `emit`, and replies of its own:
 * every answer is taken, rules can be listed and changed, everything else needs `reply`.
 *
 * It does not decide what a server would: after an answer, emit what should follow.
 */
export interface FakeClient extends HitlClient {
  readonly clock: FakeClock;
  /** Every response that was sent, in order, however it was sent. */
  readonly responses: readonly InteractionResponse[];
  /** Every call, streams included, in order. */
  readonly calls: readonly Call[];
  /** How many streams are open. */
  readonly streams: number;
  /** What waits, as an inbox that is opened now shows it; `emit` keeps it. */
  pending: readonly InteractionRequest[];
  /** Appends to the log. Open streams show it at once; who opens one later gets it from the start. */
  emit(...events: readonly StreamEvent[]): void;
  /** Answers the endpoint from now on: a body, or a function of the call; it may throw. */
  reply(name: EndpointName, reply: Reply | object): void;
  /** Fails the next call of the endpoint: by a problem of the server, or on the way. */
  fail(
    name: EndpointName,
    code: ProblemCode | 'network' | 'timeout',
    more?: { detail?: string; [extension: string]: unknown },
  ): void;
  /** Keeps the calls of the endpoint waiting. Returns what lets them go. */
  hold(name: EndpointName): () => void;
  /** Tells all open streams how they are doing. */
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

/** What a log says about one interaction. */
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
