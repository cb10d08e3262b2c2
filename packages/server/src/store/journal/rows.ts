import { createProjector } from '../projector.ts';
import type { SessionKey, SessionStore } from '../store.ts';
import type { ParsedCommit } from './parse-journal.ts';

/** Folds commits of a journal into the rows that readers look up. */
export async function replay(
  rows: SessionStore,
  key: SessionKey,
  commits: readonly ParsedCommit[],
): Promise<void> {
  let { commit: number, state } = await rows.load(key);
  for (const { events, extra } of commits) {
    const projector = createProjector(key.sessionId, state);
    for (const event of events) projector.add(event);
    const commit = { ...projector.commit(), ...extra };
    // The owner of the run is gone with its lock, so its claim has ended.
    await rows.append(key, number, commit, { leaseMs: 0 });
    state = commit.checkpoint.state;
    number += 1;
  }
}

/** Takes the rows of a session away. */
export async function forget(rows: SessionStore, key: SessionKey): Promise<void> {
  const { commit } = await rows.load(key);
  await rows.remove(key, commit, { id: key.sessionId, deleted_at: '', runs: [] });
}
