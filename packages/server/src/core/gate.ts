import type { CreateInteractionInput, InteractionView, VerdictDecision } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { DEFAULT_TENANT, type Caller } from './caller.ts';
import type { Engine } from './engine.ts';
import type { Result } from './result.ts';

/** What the gate said about a call: decided at once, or waiting for a person. */
export type GateRequest =
  | { readonly decision: Exclude<VerdictDecision, 'needs_auth'>; readonly reason: string }
  | { readonly decision: 'needs_auth'; readonly interaction: InteractionView };

/** How long and whether to go on waiting. */
export interface WaitOptions {
  /** Default: no limit. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * The ladder and the latch for loops that are not ours: before a tool runs, ask; where a person has
 * to decide, wait. Waiting is a fact in the log: after a restart, ask again with the same ids.
 */
export interface Gate {
  /**
   * Puts a call or a question through the ladder. Idempotent by session and tool-call id.
   * @throws HitlError with the code of the problem, such as `invalid_request`
   */
  request(input: CreateInteractionInput): Promise<GateRequest>;
  /**
   * Resolves when the interaction is settled, by anyone, through any instance.
   * @throws HitlError `interaction_not_found`, `timeout`, `aborted`
   */
  waitFor(interactionId: string, options?: WaitOptions): Promise<InteractionView>;
}

const MAX_WAIT_MS = 60_000;

/** The gate of one tenant. */
export function createGate(engine: Engine, tenantId: string = DEFAULT_TENANT): Gate {
  const caller: Caller = { tenant_id: tenantId, user_id: null, reviewer: true, any_user: true };
  return {
    async request(input) {
      const outcome = unwrap(await engine.createInteraction(caller, input));
      switch (outcome.kind) {
        case 'decided': {
          const { decision, reason } = outcome.decision;
          if (decision === 'needs_auth') break;
          return { decision, reason };
        }
        case 'created':
          return {
            decision: 'needs_auth',
            interaction: unwrap(await engine.getInteraction(caller, outcome.request.id)),
          };
        case 'existing':
          return { decision: 'needs_auth', interaction: outcome.view };
      }
      throw new HitlError('internal', 'The ladder wants a person, but nobody was asked.');
    },
    async waitFor(interactionId, { timeoutMs = Infinity, signal } = {}) {
      const until = Date.now() + timeoutMs;
      for (;;) {
        const waitMs = Math.max(0, Math.min(MAX_WAIT_MS, until - Date.now()));
        const view = unwrap(
          await engine.getInteraction(caller, interactionId, {
            waitMs,
            ...(signal !== undefined && { signal }),
          }),
        );
        if (view.status !== 'pending') return view;
        if (signal?.aborted === true) {
          throw new HitlError('aborted', `Waiting for interaction ${interactionId} was aborted.`);
        }
        if (Date.now() >= until) {
          throw new HitlError(
            'timeout',
            `Interaction ${interactionId} was not settled within ${timeoutMs} ms. It still waits.`,
          );
        }
      }
    },
  };
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HitlError(result.problem.code, result.problem.detail, { cause: result.problem });
}
