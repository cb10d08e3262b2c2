import type { Gate } from '@hitl/client/gate';
import { HitlError } from '@hitl/protocol/endpoints';
import { AdapterError } from '../base/adapter-error.ts';
import { createElicitationHandler } from '../base/elicitation-handler.ts';
import type { ElicitParams, ElicitResult } from '../base/elicitation.ts';
import { callerOf, type GateOptions } from '../base/gate.ts';
import { isText } from '../base/question.ts';
import type { CallOptions } from './desk.ts';
import {
  cancelled,
  optionsQuestion,
  plainOptions,
  selected,
  type PermissionParams,
  type PermissionResult,
} from './permission.ts';
import {
  completionOf,
  createToolCalls,
  namedCall,
  updatedCall,
  type NamedCall,
  type ToolCallLike,
} from './tool-calls.ts';

/** What a client needs of a gate: `createGate(…)` of `@hitl/client/gate`, or `createHitl(…).gate`. */
export type ClientGate = Pick<Gate, 'authorize' | 'ask' | 'claim' | 'complete'>;

/** Whose agent it is. */
export interface GateClientOptions extends Omit<GateOptions, 'sessionId'> {
  /**
   * Names the agent to the person. Its sessions are known at the gate by this name, a hyphen and their
   * id. Set by your program: an agent does not name itself.
   */
  readonly agentName: string;
  /**
   * How your rules know a call. Default: by the name that the agent gives its tool, else by its kind
   * (`execute`, `edit`), with its raw input; without one, with its title and its changes of files.
   */
  readonly nameCall?: ((call: ToolCallLike) => NamedCall) | undefined;
  /** Sends `session/cancel`. With it, a person can stop the run. */
  readonly cancelTurn?: ((sessionId: string) => unknown) | undefined;
  /**
   * How long a call may take, in milliseconds, 1,000 to a day. Whoever finds it unfinished after that
   * has a person asked what became of it. Default 600,000.
   */
  readonly leaseMs?: number | undefined;
}

/** Handlers for the client of an agent. They are named after the methods of `Client` of SDK 1.x. */
export interface GatedClient {
  /** Answers `session/request_permission`. Where nobody decided, it fails, and says so. */
  readonly requestPermission: (
    params: PermissionParams,
    options?: CallOptions,
  ) => Promise<PermissionResult>;
  /** Answers `elicitation/create`. */
  readonly createElicitation: (
    params: ElicitParams & { readonly sessionId?: unknown },
    options?: CallOptions,
  ) => Promise<ElicitResult>;
  /** Takes each `session/update`: what a call is, and what became of it. */
  readonly sessionUpdate: (params: {
    readonly sessionId: string;
    readonly update: unknown;
  }) => Promise<void>;
  /** Call it with each `session/cancel`: what waits in the session is answered as cancelled. */
  readonly turnCancelled: (sessionId: string) => void;
}

const LEASE_MS = 600_000;

/** How often the same call, with other arguments each time, is asked about anew. */
const MAX_ATTEMPTS = 5;

/** Asks under the id of a call; where that is another call already, under the next one. */
async function underNewId<T>(id: string, ask: (id: string) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(attempt === 1 ? id : `${id}#${attempt}`);
    } catch (error) {
      const isOther = HitlError.isInstance(error) && error.code === 'idempotency_conflict';
      if (!isOther || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function nobody(reason: string): AdapterError {
  return new AdapterError('call_denied', `Nobody decided about this call: ${reason}`);
}

/**
 * Handlers that put an ACP agent behind the gate: what it asks permission for is judged by your rules,
 * asked in the inbox where they leave it open, allowed to one client alone, and its result recorded.
 * @throws AdapterError `bad_option`.
 */
export function gateClient(gate: ClientGate, options: GateClientOptions): GatedClient {
  const { agentName, nameCall = namedCall, cancelTurn, leaseMs = LEASE_MS } = options;
  if (!isText(agentName)) {
    throw new AdapterError('bad_option', 'agentName is missing; expected the name of the agent.');
  }
  const callerIn = (sessionId: string): GateOptions =>
    callerOf({ ...options, sessionId: `${agentName}-${sessionId}` });
  const calls = createToolCalls();
  const claimed = new Map<string, { readonly interactionId: string; readonly holder: string }>();
  const turns = new Map<string, AbortController>();
  const keyOf = (sessionId: string, id: string): string => JSON.stringify([sessionId, id]);

  function turnOf(sessionId: string): AbortController {
    const turn = turns.get(sessionId) ?? new AbortController();
    turns.set(sessionId, turn);
    return turn;
  }

  /** The agent's own choice: a person makes it, in the agent's words. */
  async function choose(params: PermissionParams, signal: AbortSignal): Promise<PermissionResult> {
    const { id, required: _, ...question } = optionsQuestion(params);
    const caller = callerIn(params.sessionId);
    const asked = { ...caller, question, allowedActions: [], reason: `${agentName} asks.` };
    const answer = await underNewId(id, (toolCallId) =>
      gate.ask({ ...asked, toolCallId }, { signal }),
    );
    if (answer.outcome === 'answered') {
      return selected(answer.response.selected_values?.[0] ?? '');
    }
    throw nobody(
      answer.outcome === 'refused' ? answer.reason : `The question is ${answer.outcome}.`,
    );
  }

  async function decide(params: PermissionParams, signal: AbortSignal): Promise<PermissionResult> {
    const { sessionId, toolCall } = params;
    const plain = plainOptions(params.options);
    if (plain === undefined) return choose(params, signal);
    const { title } = toolCall;
    const call = {
      ...callerIn(sessionId),
      ...nameCall(toolCall),
      ...(isText(title) && { title }),
      allowedActions: ['approve', 'deny', ...(cancelTurn ? (['abort_run'] as const) : [])] as const,
    };
    const { decision, decidedBy, status, reason, interactionId } = await underNewId(
      toolCall.toolCallId,
      (toolCallId) => gate.authorize({ ...call, toolCallId }, { signal }),
    );
    if (decision === 'allow') {
      if (interactionId !== null) await claim(interactionId, params, signal);
      return selected(plain.allow);
    }
    if (decision === 'deny' && decidedBy !== 'nobody') return selected(plain.reject);
    if (status !== 'cancelled' || cancelTurn === undefined) throw nobody(reason ?? 'no answer');
    await cancelTurn(sessionId);
    return cancelled();
  }

  async function claim(
    interactionId: string,
    { sessionId, toolCall }: PermissionParams,
    signal: AbortSignal,
  ): Promise<void> {
    const key = keyOf(sessionId, toolCall.toolCallId);
    // Asked again about a call that runs: it is still ours.
    if (claimed.has(key)) return;
    const won = await gate.claim(interactionId, { leaseMs, wait: true, signal });
    if (!won.claimed) {
      const result = won.result?.content ?? '';
      const message = `This call has run already, through another client. Its result: ${result}`;
      throw new AdapterError('call_denied', message);
    }
    const { holder } = won;
    claimed.set(key, { interactionId, holder });
  }

  return {
    async requestPermission(params, { signal } = {}) {
      const { sessionId } = params;
      const turn = turnOf(sessionId).signal;
      const toolCall = calls.merge(sessionId, params.toolCall);
      const until = signal === undefined ? turn : AbortSignal.any([signal, turn]);
      try {
        return await decide({ ...params, toolCall }, until);
      } catch (error) {
        if (turn.aborted) return cancelled();
        throw error;
      }
    },
    async createElicitation(params, { signal } = {}) {
      const { sessionId } = params;
      const caller = callerIn(isText(sessionId) ? sessionId : 'setup');
      const elicit = createElicitationHandler(gate, { ...caller, serverName: agentName });
      return elicit(params, { id: crypto.randomUUID(), signal });
    },
    async sessionUpdate({ sessionId, update }) {
      const news = updatedCall(update);
      if (news === undefined) return;
      const call = calls.merge(sessionId, news);
      if (call.status !== 'completed' && call.status !== 'failed') return;
      calls.forget(sessionId, call.toolCallId);
      const key = keyOf(sessionId, call.toolCallId);
      const ours = claimed.get(key);
      if (ours === undefined) return;
      claimed.delete(key);
      await gate.complete(ours.interactionId, completionOf(call), { holder: ours.holder });
    },
    turnCancelled(sessionId) {
      turns.get(sessionId)?.abort();
      turns.delete(sessionId);
    },
  };
}
