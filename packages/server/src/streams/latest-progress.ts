import type { ToolProgress } from '@hitl/protocol';
import type { SessionKey } from '../store/store.ts';

/** The last progress of the running calls of this instance, so that late readers see it immediately. */
export interface LatestProgress {
  /** Replaces the last progress of the call. */
  set(key: SessionKey, progress: ToolProgress): void;
  /** Drops a call that has ended. */
  drop(key: SessionKey, runId: string, toolCallId: string): void;
  of(key: SessionKey, rootRunId?: string): ToolProgress[];
}

export function createLatestProgress(): LatestProgress {
  const calls = new Map<string, { readonly key: SessionKey; readonly progress: ToolProgress }>();
  return {
    set(key, progress) {
      calls.set(idOf(key, progress.run_id, progress.data.tool_call_id), { key, progress });
    },
    drop: (key, runId, toolCallId) => void calls.delete(idOf(key, runId, toolCallId)),
    of: ({ tenantId, sessionId }, rootRunId) =>
      [...calls.values()]
        .filter(
          ({ key, progress }) =>
            key.tenantId === tenantId &&
            key.sessionId === sessionId &&
            (rootRunId === undefined || progress.root_run_id === rootRunId),
        )
        .map(({ progress }) => progress),
  };
}

function idOf({ tenantId, sessionId }: SessionKey, runId: string, callId: string): string {
  return JSON.stringify([tenantId, sessionId, runId, callId]);
}
