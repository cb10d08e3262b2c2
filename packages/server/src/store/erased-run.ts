import type { ErasedRun, Tombstone } from './store.ts';

/**
 * The newest tombstone entry of a run. A run id can be deleted more than once: the ids of external
 * calls and of runs with an idempotency key are reused if the same request is sent again after its
 * session was deleted.
 */
export function newestErasedRun(tombstones: readonly Tombstone[], runId: string): ErasedRun | null {
  const runs = tombstones
    .toSorted((left, right) => Date.parse(left.deleted_at) - Date.parse(right.deleted_at))
    .flatMap((tombstone) => tombstone.runs);
  return runs.findLast(({ run_id: id }) => id === runId) ?? null;
}
