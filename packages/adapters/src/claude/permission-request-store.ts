import { callerOf } from '../base/gate.ts';
import { createRequestStore, type RequestStore } from '../base/request-store.ts';
import {
  permissionAnswer,
  permissionRequest,
  type CanUseTool,
  type PermissionAnswer,
} from './calls.ts';

/** Store of the pending requests of Claude Code, for your own cards without a gate. */
export interface PermissionRequestStore extends RequestStore {
  /** For the options of `query`. A call whose signal is aborted is withdrawn, not denied. */
  readonly canUseTool: CanUseTool;
}

/** Creates a store for the queries of one session. */
export function createPermissionRequestStore(options: {
  readonly sessionId: string;
}): PermissionRequestStore {
  const { sessionId } = callerOf(options);
  const { ask, getSnapshot, subscribe, respond } = createRequestStore<PermissionAnswer>();
  return {
    getSnapshot,
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
