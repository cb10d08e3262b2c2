import type { Gate, GateCall } from '@hitl/client/gate';
import { AdapterError } from './adapter-error.ts';

/**
 * A gate that runs tools. This and the other gates are what `createGate(…)` of `@hitl/client/gate` returns,
 * or `createHitl(…).gate` in the same process; an adapter needs some of its functions.
 */
export type ToolGate = Pick<Gate, 'run'>;

/** A gate that asks questions. */
export type QuestionGate = Pick<Gate, 'ask'>;

/** A gate that decides about calls and asks questions. */
export type PermissionGate = Pick<Gate, 'authorize' | 'ask'>;

/** A gate that also lets exactly one process run an allowed call, and records its result. */
export type ClaimGate = Pick<Gate, 'authorize' | 'ask' | 'claim' | 'complete'>;

/** The origin of calls. */
export interface GateOptions {
  /**
   * Id of the conversation. Together with its call id it identifies a call: asking again, from
   * another host or after a restart, is the same call, which runs once.
   */
  readonly sessionId: string;
  /** The user whose rules apply. Default: the caller of the gate. */
  readonly userId?: string | undefined;
  /** The agent whose policy applies. Default: none. */
  readonly agentId?: string | undefined;
  /** A run of yours, so that it can be paused and aborted. Default: each call is a separate run. */
  readonly runId?: string | undefined;
  /**
   * How long a person has to decide or answer, in milliseconds, at most a year, counted from the first
   * request. Then it has expired, which is no one's decision. Default: no limit.
   */
  readonly expiresInMs?: number | undefined;
}

/** Default of `leaseMs` where the agent runs the call: the longest time limit of a command of Claude Code. */
export const LEASE_MS = 600_000;

/** Text for the model about a call that another process has run. */
export function ranElsewhere(result = ''): string {
  return `This call has run already, in another process. Its result: ${result}`;
}

/** A call that is not allowed. Some frameworks pass `String(error)` to the model, others the message. */
class CallDenied extends AdapterError {
  constructor(content: string) {
    super('call_denied', content);
  }

  override toString(): string {
    return this.message;
  }
}

/** Checks the members of `GateOptions` and drops all others. */
export function callerOf(options: GateOptions): GateOptions {
  const { sessionId, userId, agentId, runId, expiresInMs } = options;
  if (typeof sessionId !== 'string' || sessionId === '') {
    const got = JSON.stringify(sessionId) ?? 'undefined';
    throw new AdapterError(
      'bad_option',
      `sessionId is ${got}; expected the id of the conversation.`,
    );
  }
  return { sessionId, userId, agentId, runId, expiresInMs };
}

/**
 * Runs a call once it is allowed, with the allowed arguments, and resolves to its value: the value
 * recorded by another host if that ran it, or the result supplied by a person.
 * @throws AdapterError `call_denied` with a message for the model. Errors of the tool and of the
 * gate are passed on; after `aborted` the request is still pending.
 */
export async function runGated(
  gate: ToolGate,
  call: GateCall,
  execute: (args: Readonly<Record<string, unknown>>, signal: AbortSignal | undefined) => unknown,
  signal?: AbortSignal,
): Promise<unknown> {
  const outcome = await gate.run(call, (args, context) => execute(args, context.signal), {
    signal,
  });
  switch (outcome.kind) {
    case 'ran':
      return outcome.value;
    case 'known': {
      const { result } = outcome;
      if (!result.is_success) throw new Error(result.error ?? result.content);
      return result.output ?? result.content;
    }
    case 'answered':
      return outcome.text;
    case 'denied':
      throw new CallDenied(outcome.content);
  }
}
