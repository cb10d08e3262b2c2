import type { Gate, GateCall } from '@hitl/client/gate';
import { AdapterError } from './adapter-error.ts';

/**
 * What an adapter needs of a gate: `createGate(…)` of `@hitl/client/gate` over HTTP, or
 * `createHitl(…).gate` in the same process.
 */
export type ToolGate = Pick<Gate, 'run'>;

/** Whose calls they are. */
export interface GateOptions {
  /**
   * Names the conversation at the gate. With the id of a call it is what a call is known by: the same
   * again, from another host or after a restart, is the same call, and runs once.
   */
  readonly sessionId: string;
  /** Whose rules count. Default: the caller of the gate. */
  readonly userId?: string | undefined;
  /** Whose policy counts. Default: no agent's. */
  readonly agentId?: string | undefined;
  /** A run of yours, so that it can be paused and stopped. Default: each call is a run of its own. */
  readonly runId?: string | undefined;
}

/** The members of `GateOptions` alone, once they are checked. */
export function callerOf(options: GateOptions): GateOptions {
  const { sessionId, userId, agentId, runId } = options;
  if (typeof sessionId !== 'string' || sessionId === '') {
    const got = JSON.stringify(sessionId) ?? 'undefined';
    throw new AdapterError(
      'bad_option',
      `sessionId is ${got}; expected the id of the conversation.`,
    );
  }
  return { sessionId, userId, agentId, runId };
}

/**
 * Runs a call once it is allowed, with the arguments that were allowed, and resolves to its value;
 * where another host ran it, to the value recorded there; where a person supplied the result, to that.
 * @throws AdapterError `call_denied` with a message for the model; what the tool threw; what the gate
 *   throws, `aborted` among it: then the request still waits.
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
      throw new AdapterError('call_denied', outcome.content);
  }
}
