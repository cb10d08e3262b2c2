import type { CreateInteractionInput, InteractionView, Problem } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { DEFAULT_TENANT, type Caller } from './caller.ts';
import type { Engine, GateOutcome } from './engine.ts';
import type { Result } from './result.ts';

/** How long to wait, and what ends it early. */
export interface WaitOptions {
  /** Default: until it is settled. */
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Asks people on behalf of a loop that is not ours. What it asks outlives this process: after a
 * restart the same request, or `waitFor` with the same id, finds what stands.
 */
export interface Gate {
  /**
   * Puts a call (`tool_name`, `tool_args`) or a question (`type`, `title`) through the same rules and
   * policies as our own runs. Again with the same `session_id` and `tool_call_id`: what stands now.
   * @throws HitlError with the code of the problem
   */
  request(input: CreateInteractionInput): Promise<GateOutcome>;
  /**
   * Resolves once the interaction is settled, however that came about, or shows it as `pending` when
   * `timeoutMs` is over.
   * @throws HitlError `interaction_not_found`
   */
  waitFor(interactionId: string, options?: WaitOptions): Promise<InteractionView>;
}

/** Acts for the host, which may ask in any user's name and sees every answer. */
const HOST: Caller = {
  tenant_id: DEFAULT_TENANT,
  user_id: null,
  reviewer: true,
  any_user: true,
};

const WAIT_MS = 30_000;

/** Makes the gate of an engine. `now` counts milliseconds. */
export function createGate(engine: Engine, now: () => number = Date.now): Gate {
  return {
    async request(input) {
      return unwrap(await engine.createInteraction(HOST, input));
    },
    async waitFor(interactionId, { timeoutMs = Number.POSITIVE_INFINITY, signal } = {}) {
      const end = now() + timeoutMs;
      for (;;) {
        const waitMs = Math.max(0, Math.min(WAIT_MS, end - now()));
        const options = { waitMs, ...(signal !== undefined && { signal }) };
        const view = unwrap(await engine.getInteraction(HOST, interactionId, options));
        signal?.throwIfAborted();
        if (view.status !== 'pending' || now() >= end) return view;
      }
    },
  };
}

/** A problem of ours, thrown, as an error whose `code` is the problem's. */
class ProblemError extends HitlError {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.code, problem.detail);
    this.name = 'ProblemError';
    this.problem = problem;
  }
}

function unwrap<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new ProblemError(result.problem);
}
