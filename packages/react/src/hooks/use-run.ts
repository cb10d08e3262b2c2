'use client';
import { createRunStore, type RunSnapshot, type RunStore } from '@hitl/client';
import { createCallLog } from '@hitl/client/view';
import type { ControlAction, Run } from '@hitl/protocol';
import { sharedStore } from '../internal/stores.ts';
import { useHitlClient } from '../provider.tsx';
import { useStore } from './use-store.ts';

/** Result of `useRun`: a live run, `reconnect` for a button, and control signals. */
export type UseRunResult = RunSnapshot &
  Pick<RunStore, 'reconnect'> & {
    /**
     * Pauses, resumes or aborts it. Rejects with a `ClientError`: `run_finished` once it has ended.
     */
    signal(action: ControlAction, reason?: string): Promise<Run>;
  };

/** One live run, across suspensions, until it has ended. */
export function useRun(runId: string): UseRunResult {
  const client = useHitlClient();
  const store = sharedStore(client, `run ${runId}`, () =>
    createRunStore(client, runId, { calls: createCallLog() }),
  );
  return {
    ...store,
    ...useStore(store),
    signal: (action, reason) =>
      client.control({
        run_id: runId,
        action,
        ...(reason !== undefined && { payload: { reason } }),
      }),
  };
}
