import { given } from '../../base/given.ts';
import type { InteractionRequest } from '@hitl/protocol';
import type { LoadedSession, SessionKey, SessionStore } from '../store.ts';
import type { CallState, ControlState, RunState } from '@hitl/protocol/fold';

/** Smaller states are stored unchanged. */
const SMALL_STATE = 4096;

/**
 * The rest of a shortened pending request: its ids, and the members that may change while it is
 * pending.
 */
type Shortened = Pick<
  InteractionRequest,
  'id' | 'run_id' | 'tool_call_id' | 'expires_at' | 'paused'
>;

/**
 * Serializes the state of a log as JSON. In a large state, pending requests are shortened and their
 * calls lack arguments, since the log has both.
 */
export function writeState(state: ControlState): string {
  const json = JSON.stringify(state);
  if (json.length <= SMALL_STATE) return json;
  return JSON.stringify(changeRequests(state, shorten, withoutArgs));
}

/** Whether requests have to be restored from the log. */
function isShortened(state: ControlState): boolean {
  return requestsIn(state).some((request) => !isWhole(request));
}

/** More requests than wait in any session. */
const MOST_PENDING = 100_000;

/**
 * Loads a session with its whole state. `read` returns the state as it is stored; the pending
 * requests are only read for a shortened state.
 */
export async function loadWhole(
  store: Pick<SessionStore, 'listInteractions'>,
  key: SessionKey,
  read: () => Promise<LoadedSession>,
): Promise<LoadedSession> {
  let seen = -1;
  for (;;) {
    const loaded = await read();
    if (!isShortened(loaded.state)) return loaded;
    const pending = { ...key, status: 'pending', limit: MOST_PENDING } as const;
    const { items } = await store.listInteractions(pending);
    const requests = items.map(
      ({ interaction_request: request }) => [request.id, request] as const,
    );
    const state = completeState(loaded.state, new Map(requests));
    if (state !== undefined) return { ...loaded, state };
    if (loaded.commit === seen) throw new Error(`${key.sessionId} lacks a pending request`);
    // Another caller has settled one of them between the two reads.
    seen = loaded.commit;
  }
}

/** Restores the parts that `writeState` left out; `undefined` if a request is missing. */
function completeState(
  state: ControlState,
  asked: ReadonlyMap<string, InteractionRequest>,
): ControlState | undefined {
  if (requestsIn(state).some((request) => !isWhole(request) && !asked.has(request.id))) {
    return undefined;
  }
  return changeRequests(state, (request) => complete(request, asked.get(request.id)), withArgs);
}

function requestsIn(state: ControlState): Shortened[] {
  return Object.values(state.trees).flatMap(({ pending }) => pending.map(({ request }) => request));
}

function isWhole(request: Shortened): request is InteractionRequest {
  return 'type' in request;
}

function shorten(request: InteractionRequest): Shortened {
  const { id, run_id, tool_call_id, expires_at, paused } = request;
  return { id, run_id, tool_call_id, ...given({ expires_at, paused }) };
}

function complete(
  request: Shortened,
  asked: InteractionRequest | undefined,
): Shortened | InteractionRequest {
  if (isWhole(request) || asked === undefined) return request;
  const { expires_at: _deadline, paused: _paused, ...rest } = asked;
  return { ...rest, ...request };
}

function withoutArgs(call: CallState, request: InteractionRequest): CallState {
  const { args, ...rest } = call;
  const isSame = JSON.stringify(args) === JSON.stringify(request.tool_args);
  return isSame ? (rest as CallState) : call;
}

function withArgs(call: CallState, request: InteractionRequest): CallState {
  return 'args' in call ? call : { ...(call as CallState), args: { ...request.tool_args } };
}

/** The state with each pending request changed, and its call. */
function changeRequests(
  state: ControlState,
  changeRequest: (request: InteractionRequest) => Shortened,
  changeCall: (call: CallState, request: InteractionRequest) => CallState,
): ControlState {
  const trees = Object.entries(state.trees).map(([id, tree]) => {
    const runs: Record<string, RunState> = { ...tree.runs };
    const pending = tree.pending.map((one) => {
      const request = changeRequest(one.request);
      const whole = isWhole(request) ? request : one.request;
      const run = runs[request.run_id];
      if (run?.batch !== undefined) {
        const calls = run.batch.calls.map((call) =>
          call.tool_call_id === request.tool_call_id ? changeCall(call, whole) : call,
        );
        runs[run.id] = { ...run, batch: { ...run.batch, calls } };
      }
      return { ...one, request: request as InteractionRequest };
    });
    return [id, { ...tree, runs, pending }] as const;
  });
  return { ...state, trees: Object.fromEntries(trees) };
}
