import { HitlError } from '../error.ts';
import type {
  ClaimInput,
  ClaimResult,
  CompleteInput,
  CreateInteractionInput,
  GateOutcome,
} from '../generated/types.ts';
import { deniedContent } from '../interaction/gate-outcome.ts';
import type { Claim, ClaimOptions, Completion, Gate, GateSignal } from './gate-types.ts';
import { answerOf, authorizationOf, callInput, questionInput } from './gate-wire.ts';
import { completionOf, record } from './record.ts';

/** Lease of a claim that names none. */
const DEFAULT_LEASE_MS = 60_000;

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
    for (let isChecked = false; ;) {
      const sent = Date.now();
      const result = await port.claim(interactionId, input, { wait, signal });
      // The lease may be over since then, and a person may have had another host repeat the call.
      const isLate = Math.abs(Date.now() - sent) >= (leaseMs ?? DEFAULT_LEASE_MS);
      if (result.claimed && isLate && !isChecked) {
        isChecked = true;
        continue;
      }
      if (result.claimed) held.set(interactionId, holder);
      if (result.claimed || !wait || result.result !== undefined) {
        return claimOf(result, interactionId, holder);
      }
    }
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
