import { createProjector } from '../projector.ts';
import type { LogMethods } from '../lookups.ts';
import type { SessionKey } from '../store.ts';
import type { ParsedCommit } from './parse-journal.ts';

/** Folds commits of a journal into the projections for lookups. */
export async function replay(
  rows: LogMethods,
  key: SessionKey,
  commits: readonly ParsedCommit[],
): Promise<void> {
  let { commit: number, state } = await rows.load(key);
  for (const { events, extra } of commits) {
    const projector = createProjector(key.sessionId, state);
    for (const event of events) projector.add(event);
    const commit = { ...projector.commit(), ...extra };
    // The owner's lock, and so its claim, has ended.
    await rows.append(key, number, commit, { leaseMs: 0 });
    state = commit.checkpoint.state;
    number += 1;
  }
}

/** Removes the projections of a session. */
export async function forget(rows: LogMethods, key: SessionKey): Promise<void> {
  const { commit } = await rows.load(key);
  await rows.remove(key, commit, { id: key.sessionId, deleted_at: '', runs: [] });
}
