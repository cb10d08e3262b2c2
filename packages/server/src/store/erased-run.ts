import type { ErasedRun, Tombstone } from './store.ts';

/**
 * A run as it was deleted last. The id of a call of an external loop, and that of a run with an
 * idempotency key, come back when the same is sent again after its session was deleted.
 */
export function newestErasedRun(tombstones: readonly Tombstone[], runId: string): ErasedRun | null {
  const runs = tombstones
    .toSorted((left, right) => Date.parse(left.deleted_at) - Date.parse(right.deleted_at))
    .flatMap((tombstone) => tombstone.runs);
  return runs.findLast(({ run_id: id }) => id === runId) ?? null;
}
