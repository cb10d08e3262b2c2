import { callerOf } from '../base/gate.ts';
import { createWaitingRoom, type Desk } from '../base/waiting-room.ts';
import {
  permissionAnswer,
  permissionRequest,
  type CanUseTool,
  type PermissionAnswer,
} from './calls.ts';

/** Keeps the requests of Claude Code until a person answers them in your own cards, without a gate. */
export interface PermissionDesk extends Desk {
  /** For the options of `query`. A call whose signal is aborted is withdrawn, not denied. */
  readonly canUseTool: CanUseTool;
}

/** Creates a desk for the queries of one session. */
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
      const about = { toolName, input };
      return ask(request, about, context.signal, (response) => permissionAnswer(call, response));
    },
  };
}
