import { createWaitingRoom, type Desk } from '../base/waiting-room.ts';
import {
  cancelled,
  permissionRequest,
  permissionResult,
  type PermissionParams,
  type PermissionResult,
} from './permission.ts';
import { createToolCalls, updatedCall } from './tool-calls.ts';

/** What a handler of the SDK is told besides its params. */
export interface CallOptions {
  /** Fires when the request is taken back. */
  readonly signal?: AbortSignal | undefined;
}

/** Keeps what ACP agents ask until a person answers in cards of yours, without a gate. */
export interface PermissionDesk extends Desk {
  /** Answers `session/request_permission`. */
  readonly requestPermission: (
    params: PermissionParams,
    options?: CallOptions,
  ) => Promise<PermissionResult>;
  /** Takes each `session/update`: a request may name its call by the id alone. */
  readonly sessionUpdate: (params: {
    readonly sessionId: string;
    readonly update: unknown;
  }) => Promise<void>;
  /** Call it with each `session/cancel`: what waits in the session is answered as cancelled. */
  readonly turnCancelled: (sessionId: string) => void;
}

/** For any number of agents whose sessions have different ids. */
export function createPermissionDesk(): PermissionDesk {
  const { ask, settle, requests, subscribe, respond } = createWaitingRoom<PermissionResult>();
  const calls = createToolCalls();
  return {
    requests,
    subscribe,
    respond,
    async requestPermission(params, { signal } = {}) {
      const toolCall = calls.merge(params.sessionId, params.toolCall);
      const whole = { ...params, toolCall };
      return ask(permissionRequest(whole), signal, (response) => permissionResult(whole, response));
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
