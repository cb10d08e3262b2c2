import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { callerOf } from '../base/gate.ts';
import {
  permissionAnswer,
  permissionRequest,
  type CanUseTool,
  type PermissionAnswer,
  type PermissionCall,
} from './calls.ts';
import { createSharedAnswers } from './shared-answers.ts';

/** Keeps what Claude Code asks until a person answers in cards of yours, without a gate. */
export interface PermissionDesk {
  /** For the options of `query`. A call whose signal fires is taken back, and was not denied. */
  readonly canUseTool: CanUseTool;
  /** What waits, in its order. The same list for as long as nothing changes. */
  readonly requests: () => readonly InteractionRequest[];
  /** Calls `listener` after each change. Returns what ends it. */
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Passes an answer on to Claude Code.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; it waits on then.
   */
  readonly respond: (response: InteractionResponse) => void;
}

interface Waiting {
  readonly call: PermissionCall;
  readonly request: InteractionRequest;
  readonly settle: (answer: PermissionAnswer) => void;
}

/** For the queries of one session. */
export function createPermissionDesk(options: { readonly sessionId: string }): PermissionDesk {
  const { sessionId } = callerOf(options);
  const waiting = new Map<string, Waiting>();
  const answers = createSharedAnswers<PermissionAnswer>();
  const listeners = new Set<() => void>();
  let requests: readonly InteractionRequest[] = [];

  function changed(): void {
    requests = [...waiting.values()].map(({ request }) => request);
    for (const listener of listeners) listener();
  }

  function remove(id: string): void {
    if (waiting.delete(id)) changed();
  }

  return {
    async canUseTool(toolName, input, context) {
      const call = { toolName, input, context };
      const request = permissionRequest(call, { sessionId });
      return answers.ask(request.id, context.signal, (signal) => {
        signal.addEventListener('abort', () => remove(request.id), { once: true });
        return new Promise((settle) => {
          waiting.set(request.id, { call, request, settle });
          changed();
        });
      });
    },
    requests: () => requests,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    respond(response) {
      const { request_id: id } = response;
      const one = waiting.get(id);
      if (one === undefined) {
        throw new AdapterError('unknown_request', `Claude Code does not wait for ${id}.`);
      }
      one.settle(permissionAnswer(one.call, response));
      remove(id);
    },
  };
}
