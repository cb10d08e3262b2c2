import { callerOf } from '../base/gate.ts';
import { createWaitingRoom, type Desk } from '../base/waiting-room.ts';
import {
  permissionAnswer,
  permissionRequest,
  type CanUseTool,
  type PermissionAnswer,
} from './calls.ts';

/** Keeps what Claude Code asks until a person answers in cards of yours, without a gate. */
export interface PermissionDesk extends Desk {
  /** For the options of `query`. A call whose signal fires is taken back, and was not denied. */
  readonly canUseTool: CanUseTool;
}

/** For the queries of one session. */
export function createPermissionDesk(options: { readonly sessionId: string }): PermissionDesk {
  const { sessionId } = callerOf(options);
  const { ask, requests, subscribe, respond } = createWaitingRoom<PermissionAnswer>();
  return {
    requests,
    subscribe,
    respond,
    async canUseTool(toolName, input, context) {
      const call = { toolName, input, context };
      const request = permissionRequest(call, { sessionId });
      return ask(request, context.signal, (response) => permissionAnswer(call, response));
    },
  };
}
