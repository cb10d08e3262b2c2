import type {
  ApprovalAction,
  CreateInteractionInput,
  InteractionView,
  VerdictDecision,
} from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { gateOver, type Gate as LoopGate } from '@hitl/protocol/gate';
import { given } from '../base/given.ts';
import type { Result } from '../base/result.ts';
import { DEFAULT_TENANT, type Caller } from '../store/caller.ts';
import type { Engine } from './engine.ts';
import { viewOf } from './interaction-view.ts';

/** Outcome of a request for approval: already decided, or pending. */
export type GateRequest =
  | { readonly decision: Exclude<VerdictDecision, 'needs_auth'>; readonly reason: string }
  | { readonly decision: 'needs_auth'; readonly interaction: InteractionView };

/** Options of one approval request; rules apply regardless. */
export interface GateTerms {
  /** Actions to offer; an authorization needs `approve` and `deny`. */
  readonly allowedActions?: readonly ApprovalAction[];
  /** JSON Schema of the arguments of a tool that the server does not know, so that they can be edited. */
  readonly toolSchema?: Readonly<Record<string, unknown>>;
  /** Shown as the loop's words, separately from the server's. */
  readonly title?: string;
  /** Shown as the loop's words, separately from the server's. */
  readonly description?: string;
  /** Deadline of the request. */
  readonly expiresAt?: Date | string;
  /** How long it can be answered, in milliseconds from now. */
  readonly expiresInMs?: number;
}

/** Options for waiting. */
export interface WaitOptions {
  /** Default: no limit. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Approval for external agent loops: ask before a tool runs, and wait if a person has to decide.
 * Pending requests are in the log: after a restart, ask again with the same ids.
 */
export interface Gate extends LoopGate {
  /**
   * Submits a call or a question to the policy chain. Idempotent by session and tool-call id.
   * @throws HitlError with the code of the problem, such as `invalid_request`
   */
  request(input: CreateInteractionInput, terms?: GateTerms): Promise<GateRequest>;
  /**
   * Resolves when the interaction is settled, through any instance.
   * @throws HitlError `interaction_not_found`, `timeout`, `aborted`
   */
  waitFor(interactionId: string, options?: WaitOptions): Promise<InteractionView>;
  /**
   * Withdraws a request: it is settled as `cancelled`. A settled one is unchanged.
   * @throws HitlError `interaction_not_found`; `invalid_request` for a request of a server run
   */
  cancel(interactionId: string): Promise<InteractionView>;
}

const MAX_WAIT_MS = 60_000;

/**
 * Creates the gate of one tenant. Once `closed` is aborted, everything that waits fails with
 * `aborted`: a closed server gets no notifications, so callers would retry forever.
 */
export function createGate(
  engine: Engine,
  tenantId: string = DEFAULT_TENANT,
  closed: AbortSignal = new AbortController().signal,
): Gate {
  const caller: Caller = { tenantId, userId: null, reviewer: true, anyUser: true };
  const orClosed = (signal: AbortSignal | undefined): AbortSignal =>
    signal === undefined ? closed : AbortSignal.any([signal, closed]);
  const loop = gateOver({
    submit: async (input) => unwrap(await engine.createInteraction(caller, input)).outcome,
    settled: async (id, signal) => void (await gate.waitFor(id, signal ? { signal } : {})),
    async claim(id, input, { wait, signal: own }) {
      const waitMs = wait ? MAX_WAIT_MS : 0;
      const signal = orClosed(own);
      const value = unwrap(await engine.claim(caller, id, input, { waitMs, signal }));
      if (value.claimed || !signal.aborted) return value;
      throw new HitlError('aborted', `Waiting for the call ${id} was aborted.`);
    },
    complete: async (id, input) => unwrap(await engine.complete(caller, id, input)),
  });
  const gate: Gate = {
    ...loop,
    async request(input, terms = {}) {
      const { outcome } = unwrap(await engine.createInteraction(caller, withTerms(input, terms)));
      const { decision, interaction_request, reason = '' } = outcome;
      if (interaction_request !== undefined) {
        const { run_id = interaction_request.run_id, status = 'pending' } = outcome;
        const interaction = viewOf({ ...outcome, interaction_request, run_id, status });
        return { decision: 'needs_auth', interaction };
      }
      if (decision === 'allowed' || decision === 'denied') return { decision, reason };
      throw new HitlError('internal', 'The call needs a person, but no one was asked.');
    },
    async cancel(interactionId) {
      return unwrap(await engine.cancel(caller, interactionId));
    },
    async waitFor(interactionId, { timeoutMs = Infinity, signal: own } = {}) {
      const signal = orClosed(own);
      const until = performance.now() + timeoutMs;
      for (;;) {
        const waitMs = Math.max(0, Math.min(MAX_WAIT_MS, until - performance.now()));
        const view = unwrap(await engine.getInteraction(caller, interactionId, { waitMs, signal }));
        if (view.status !== 'pending') return view;
        if (signal.aborted) {
          throw new HitlError('aborted', `Waiting for interaction ${interactionId} was aborted.`);
        }
        if (performance.now() >= until) {
          throw new HitlError(
            'timeout',
            `Interaction ${interactionId} was not settled within ${timeoutMs} ms. It is still pending.`,
          );
        }
      }
    },
  };
  return gate;
}

function withTerms(input: CreateInteractionInput, terms: GateTerms): CreateInteractionInput {
  const { allowedActions, toolSchema, title, description, expiresAt, expiresInMs } = terms;
  const isTimed = expiresAt !== undefined;
  return {
    ...input,
    ...given({
      allowed_actions: allowedActions && [...allowedActions],
      tool_schema: toolSchema && { ...toolSchema },
      title,
      description,
      expires_at: isTimed ? new Date(expiresAt).toISOString() : undefined,
      expires_in_ms: expiresInMs,
    }),
  };
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new HitlError(result.problem.code, result.problem.detail, { cause: result.problem });
}
