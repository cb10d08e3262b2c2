import { nextCommit } from '../../testing/random-walk.ts';
import { createRandom } from '../../testing/random.ts';
import { createSampleLog } from '../../testing/sample-log.ts';
import { createMemoryStore } from '../memory.ts';
import type { Commit, SessionKey } from '../store.ts';

export const KEY: SessionKey = { tenantId: 'default', sessionId: 'run-1' };

/** Commits of a random walk, reproducible by a seed. */
export async function sampleCommits(seed: number, count: number): Promise<readonly Commit[]> {
  const memory = createMemoryStore();
  const log = createSampleLog(KEY);
  const random = createRandom(seed);
  const commits: Commit[] = [];
  while (commits.length < count) {
    const drafts = nextCommit(log, random);
    commits.push(log.propose(drafts));
    await log.append(memory, drafts);
  }
  return commits;
}
