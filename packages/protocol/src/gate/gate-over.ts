import { HitlError } from '../error.ts';
import type {
  ClaimInput,
  ClaimResult,
  CompleteInput,
  CreateInteractionInput,
  GateOutcome,
} from '../generated/types.ts';
import { stopwatch } from '../time.ts';
import { deniedContent } from '../interaction/gate-outcome.ts';
import type { Claim, ClaimOptions, Completion, Gate, GateSignal } from './gate-types.ts';
import { answerOf, authorizationOf, callInput, questionInput } from './gate-wire.ts';
import { completionOf, record } from './record.ts';

/** Number of claims whose response is late, after which the call is given up. */
const MAX_LATE = 3;

/** Connection of a gate to its server. */
export interface GatePort {
  /** Asks about a call or question, or returns its current state. */
  submit(input: CreateInteractionInput, signal: GateSignal | undefined): Promise<GateOutcome>;
  /** Resolves once the interaction is settled. */
  settled(interactionId: string, signal: GateSignal | undefined): Promise<void>;
  /** With `wait`: may wait while another host has the call. */
  claim(
    interactionId: string,
    input: ClaimInput,
    options: { readonly wait: boolean; readonly signal: GateSignal | undefined },
  ): Promise<ClaimResult>;
  complete(interactionId: string, input: CompleteInput): Promise<ClaimResult>;
}

/** Creates a gate over a connection to a server. */
export function gateOver(port: GatePort): Gate {
  const held = new Map<string, string>();

  async function decided(
    input: CreateInteractionInput,
    signal: GateSignal | undefined,
  ): Promise<GateOutcome> {
    for (;;) {
      const outcome = await port.submit(input, signal);
      const { decision, interaction_request: request } = outcome;
      if (decision !== 'pending' || request === undefined) return outcome;
      await port.settled(request.id, signal);
    }
  }

  async function claim(interactionId: string, options: ClaimOptions = {}): Promise<Claim> {
    const { signal, leaseMs, wait = false, holder = crypto.randomUUID() } = options;
    const input = { holder, ...(leaseMs !== undefined && { lease_ms: leaseMs }) };
    for (let late = 0; late < MAX_LATE;) {
      const sinceSent = stopwatch();
      const result = await port.claim(interactionId, input, { wait, signal });
      const isOurs = isStillOurs(result, sinceSent());
      if (isOurs) held.set(interactionId, holder);
      if (result.claimed && !isOurs) late += 1;
      else if (isOurs || !wait || result.result !== undefined) {
        return claimOf(result, interactionId, holder);
      }
    }
    throw new HitlError(
      'timeout',
      `The call ${interactionId} did not run: the lease of its claim was over before the response came, ${MAX_LATE} times.`,
    );
  }

  async function finish(
    interactionId: string,
    holder: string,
    completion: Completion,
    known?: { readonly outputLength: number },
  ): Promise<void> {
    await record(completion, holder, (input) => port.complete(interactionId, input), known);
    held.delete(interactionId);
  }

  const gate: Gate = {
    async authorize(call, { signal } = {}) {
      return authorizationOf(await decided(callInput(call), signal), call.toolArgs);
    },
    async ask(question, { signal } = {}) {
      return answerOf(await decided(questionInput(question), signal));
    },
    claim,
    async complete(interactionId, completion, { holder = held.get(interactionId) } = {}) {
      if (holder === undefined) {
        throw new HitlError(
          'not_claimed',
          `The call ${interactionId} is not claimed by this gate.`,
        );
      }
      await finish(interactionId, holder, completion);
    },
    async run(call, execute, { signal, leaseMs } = {}) {
      const authorization = await gate.authorize(call, { signal });
      const {
        decision,
        text = '',
        reason = 'It was not allowed',
        interactionId: id,
      } = authorization;
      if (decision === 'answer') return { kind: 'answered', text, authorization };
      if (decision === 'deny' || id === null) {
        return { kind: 'denied', content: deniedContent(reason), authorization };
      }
      const { claimed, result, args, holder, idempotencyKey, attempt } = await claim(id, {
        signal,
        leaseMs,
        wait: true,
      });
      if (!claimed) {
        if (result === undefined) throw new HitlError('internal', 'A call has no result.');
        return { kind: 'known', result, args, authorization };
      }
      let value;
      try {
        value = await execute(args, { idempotencyKey, attempt, signal });
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const content = `Tool execution failed: ${message}`;
        await finish(id, holder, { content, isSuccess: false, error: message });
        throw error;
      }
      // Not in `try`: it ran, even if the server does not get its result.
      const completion = completionOf(value);
      await finish(id, holder, completion, { outputLength: completion.content.length });
      return { kind: 'ran', value, args, authorization };
    },
  };
  return gate;
}

/**
 * Whether a claim still counts when its response arrives. Once the lease may be over, a person may
 * have had another host repeat the call: then it is claimed again, which a server refuses after
 * the lease.
 */
function isStillOurs({ claimed, lease_left_ms: left = 0 }: ClaimResult, sinceSent: number) {
  return claimed && sinceSent < left;
}

function claimOf(
  { claimed, status, tool_call_id, tool_name, args, attempt, ...rest }: ClaimResult,
  interactionId: string,
  holder: string,
): Claim {
  const { idempotency_key: idempotencyKey, result, recovery_id: recoveryId } = rest;
  return {
    claimed,
    status,
    interactionId,
    toolCallId: tool_call_id,
    toolName: tool_name,
    args,
    attempt,
    idempotencyKey,
    holder,
    ...(result !== undefined && { result }),
    ...(recoveryId !== undefined && { recoveryId }),
  };
}
