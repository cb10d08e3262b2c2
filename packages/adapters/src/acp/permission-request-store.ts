import { createRequestStore, type RequestStore } from '../base/request-store.ts';
import {
  cancelled,
  permissionRequest,
  permissionResult,
  type PermissionParams,
  type PermissionResult,
} from './permission.ts';
import { createToolCalls, mapToolCall, updatedCall } from './tool-calls.ts';

/** Context that the SDK passes to a handler besides its params. */
export interface CallOptions {
  /** Aborted when the agent withdraws the request. */
  readonly signal?: AbortSignal | undefined;
}

/** Store of the pending requests of ACP agents, for your own cards without a gate. */
export interface PermissionRequestStore extends RequestStore {
  /** Answers `session/request_permission`. */
  readonly requestPermission: (
    params: PermissionParams,
    options?: CallOptions,
  ) => Promise<PermissionResult>;
  /** Call it with each `session/update`: a permission request may refer to its call by the id alone. */
  readonly sessionUpdate: (params: {
    readonly sessionId: string;
    readonly update: unknown;
  }) => Promise<void>;
  /** Call it with each `session/cancel`: pending requests of the session are answered as cancelled. */
  readonly turnCancelled: (sessionId: string) => void;
}

/** Creates a store for any number of agents whose sessions have different ids. */
export function createPermissionRequestStore(): PermissionRequestStore {
  const { ask, settle, getSnapshot, subscribe, respond } = createRequestStore<PermissionResult>();
  const calls = createToolCalls();
  return {
    getSnapshot,
    subscribe,
    respond,
    async requestPermission(params, { signal } = {}) {
      const toolCall = calls.merge(params.sessionId, params.toolCall);
      const whole = { ...params, toolCall };
      const about = { ...mapToolCall(toolCall), options: params.options };
      return ask(permissionRequest(whole), about, signal, (response) =>
        permissionResult(whole, response),
      );
    },
    async sessionUpdate({ sessionId, update }) {
      const call = updatedCall(update);
      if (call === undefined) return;
      const { toolCallId, status } = calls.merge(sessionId, call);
      if (status === 'completed' || status === 'failed') calls.forget(sessionId, toolCallId);
    },
    turnCancelled: (sessionId) =>
      settle((request) => request.session_id === sessionId, cancelled()),
  };
}
