import { unclearIn } from '@hitl/client/view';
import { HitlError } from '@hitl/protocol/endpoints';
import { AdapterError } from '../base/adapter-error.ts';
import { createElicitationHandler } from '../base/elicitation-handler.ts';
import type { ElicitParams, ElicitResult } from '../base/elicitation.ts';
import { checkOptions } from '../base/check-options.ts';
import type { MappedCall } from '../base/mapped-call.ts';
import { withShortTexts } from '../base/short-texts.ts';
import {
  callerOf,
  LEASE_MS,
  ranElsewhere,
  type ClaimGate,
  type GateOptions,
} from '../base/gate.ts';
import { isText } from '../base/question.ts';
import type { CallOptions } from './permission-request-store.ts';
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
  mapToolCall,
  updatedCall,
  type ToolCallLike,
} from './tool-calls.ts';

/** Origin of the calls of an agent. */
export interface GateClientOptions extends Omit<GateOptions, 'sessionId'> {
  /**
   * Name of the agent, shown to the person. At the gate, its session ids are this name, a hyphen and their
   * own id. Set by your program: an agent does not name itself.
   */
  readonly agentName: string;
  /**
   * Maps a call to the name and arguments that rules match. Default: the agent's name for the tool, else the
   * kind of the call (`execute`, `edit`), with its raw input; without raw input, its title and file changes.
   */
  readonly mapCall?: ((call: ToolCallLike) => MappedCall) | undefined;
  /** Sends `session/cancel`. With it, a person can stop the run. */
  readonly cancelTurn?: ((sessionId: string) => unknown) | undefined;
  /**
   * How long a call may take, in milliseconds, 1,000 to a day. If it has not finished by then, a person is
   * asked for its outcome. Default 600,000.
   */
  readonly leaseMs?: number | undefined;
}

/** A call that this client holds. */
interface OwnClaim {
  readonly sessionId: string;
  readonly interactionId: string;
  readonly holder: string;
}

/** Handlers for the client of an agent, named after the methods of `Client` of SDK 1.x. */
export interface GatedClient {
  /** Answers `session/request_permission`. Fails with the reason if no one decided. */
  readonly requestPermission: (
    params: PermissionParams,
    options?: CallOptions,
  ) => Promise<PermissionResult>;
  /** Answers `elicitation/create`. */
  readonly createElicitation: (
    params: ElicitParams & { readonly sessionId?: unknown },
    options?: CallOptions,
  ) => Promise<ElicitResult>;
  /** Call it with each `session/update`: it describes calls and their results. */
  readonly sessionUpdate: (params: {
    readonly sessionId: string;
    readonly update: unknown;
  }) => Promise<void>;
  /**
   * Call it with each `session/cancel`: pending requests of the session are answered as cancelled, and its
   * running calls are recorded as failed, of unknown outcome. Resolves when that is done.
   */
  readonly turnCancelled: (sessionId: string) => Promise<void>;
}

const NOT_RUN = 'This call did not run: its turn was cancelled.';
const UNKNOWN =
  'The turn was cancelled while this call ran. It is not known whether it had its effect.';

const REPLACED =
  'The agent asked about this call again, with other arguments. It is not known whether it ran with these.';

/** How often the same call may ask again with other arguments. */
const MAX_ATTEMPTS = 5;

/** Asks under the id of the call; if the gate knows another call by that id, under a derived one. */
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

function undecided(reason: string): AdapterError {
  return new AdapterError('call_denied', `No one decided about this call: ${reason}`);
}

/**
 * Creates handlers that put the gate in front of an ACP agent: its permission requests are evaluated by your
 * rules, asked in the inbox if no rule decides, allowed to one client only, and their results are recorded.
 * @throws AdapterError `bad_option`.
 */
export function gateClient(gate: ClaimGate, options: GateClientOptions): GatedClient {
  const own = ['agentName', 'mapCall', 'cancelTurn', 'leaseMs'];
  checkOptions('gateClient', [gate, ['authorize', 'ask', 'claim', 'complete']], options, own);
  const { agentName, mapCall = mapToolCall, cancelTurn, leaseMs = LEASE_MS } = options;
  if (!isText(agentName)) {
    throw new AdapterError('bad_option', 'agentName is missing; expected the name of the agent.');
  }
  const callerIn = (sessionId: string): GateOptions =>
    callerOf({ ...options, sessionId: `${agentName}-${sessionId}` });
  const calls = createToolCalls();
  const claimed = new Map<string, OwnClaim>();
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
      gate.ask({ ...withShortTexts(asked), toolCallId }, { signal }),
    );
    if (answer.outcome === 'answered') {
      return selected(answer.response.selected_values?.[0] ?? '');
    }
    throw undecided(
      answer.outcome === 'refused' ? answer.reason : `The question is ${answer.outcome}.`,
    );
  }

  async function decide(params: PermissionParams, signal: AbortSignal): Promise<PermissionResult> {
    const { sessionId, toolCall } = params;
    const plain = plainOptions(params.options);
    if (plain === undefined) return choose(params, signal);
    const { title } = toolCall;
    const named = mapCall(toolCall);
    const unclear = unclearIn(named.toolArgs);
    // Neither rules nor people can decide about it.
    if (unclear !== undefined) throw undecided(unclear);
    const call = {
      ...callerIn(sessionId),
      ...named,
      ...(isText(title) && { title }),
      allowedActions: ['approve', 'deny', ...(cancelTurn ? (['abort_run'] as const) : [])] as const,
    };
    const { decision, decidedBy, status, reason, interactionId } = await underNewId(
      toolCall.toolCallId,
      (toolCallId) => gate.authorize({ ...withShortTexts(call), toolCallId }, { signal }),
    );
    if (decision === 'allow') {
      if (interactionId !== null) await claim(interactionId, params, signal);
      return selected(plain.allow);
    }
    if (decision === 'deny' && decidedBy !== 'none') return selected(plain.reject);
    if (status !== 'cancelled' || cancelTurn === undefined) throw undecided(reason ?? 'no answer');
    await cancelTurn(sessionId);
    return cancelled();
  }

  async function claim(
    interactionId: string,
    { sessionId, toolCall }: PermissionParams,
    signal: AbortSignal,
  ): Promise<void> {
    const key = keyOf(sessionId, toolCall.toolCallId);
    const held = claimed.get(key);
    // Asked again about a call that is running: this client still holds it.
    if (held?.interactionId === interactionId) return;
    const ours = { sessionId, interactionId, holder: crypto.randomUUID() };
    const terms = { leaseMs, wait: true, signal, holder: ours.holder };
    const won = await gate.claim(interactionId, terms).catch(async (error: unknown) => {
      // It may have succeeded although its response is lost.
      if (signal.aborted) await giveUp(ours, NOT_RUN);
      throw error;
    });
    if (!won.claimed) {
      throw new AdapterError('call_denied', ranElsewhere(won.result?.content));
    }
    claimed.set(key, ours);
    if (held !== undefined) await giveUp(held, REPLACED);
  }

  /** Records that a claimed call has no outcome. */
  async function giveUp({ interactionId, holder }: OwnClaim, content: string): Promise<void> {
    try {
      await gate.complete(interactionId, { content, isSuccess: false }, { holder });
    } catch {
      // It was not claimed, or the gate is away: then the claim ends with its lease.
    }
  }

  async function giveUpAll(keys: readonly string[], content: string): Promise<void> {
    const ours = keys.flatMap((key) => claimed.get(key) ?? []);
    for (const key of keys) claimed.delete(key);
    await Promise.all(ours.map((one) => giveUp(one, content)));
  }

  return {
    async requestPermission(params, { signal } = {}) {
      const { sessionId } = params;
      const turn = turnOf(sessionId).signal;
      const toolCall = calls.merge(sessionId, params.toolCall);
      const until = signal === undefined ? turn : AbortSignal.any([signal, turn]);
      try {
        const result = await decide({ ...params, toolCall }, until);
        if (!turn.aborted) return result;
      } catch (error) {
        if (!turn.aborted) throw error;
      }
      await giveUpAll([keyOf(sessionId, toolCall.toolCallId)], NOT_RUN);
      return cancelled();
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
    async turnCancelled(sessionId) {
      turns.get(sessionId)?.abort();
      turns.delete(sessionId);
      const running = [...claimed].filter(([, ours]) => ours.sessionId === sessionId);
      await giveUpAll(
        running.map(([key]) => key),
        UNKNOWN,
      );
    },
  };
}
