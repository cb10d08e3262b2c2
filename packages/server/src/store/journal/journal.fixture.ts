import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Commit, SessionStore, StoredCommit } from '../store.ts';
import { createJournalStore } from '../journal.ts';
import type { JournalStoreOptions } from './create-journal-store.ts';
import { KEY } from './sample-commits.fixture.ts';

/** A folder for runs that does not exist yet and is deleted after the test. */
export function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-journal-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, '.delta', 'runs');
}

/** The journal of the tests' session. */
export function journalIn(folder: string): string {
  return join(folder, 'run-1', 'execution', 'journal.jsonl');
}

/** Opens a store that is closed at the end of the test. */
export function openJournals(
  folder: string,
  options: Partial<JournalStoreOptions> = {},
): SessionStore {
  const store = createJournalStore({ folder, mode: 'write', ...options });
  onTestFinished(() => store.close());
  return store;
}

/** These commits as returned by a store. */
export function asStored(commits: readonly Commit[]): readonly StoredCommit[] {
  return commits.map(({ events }, index) => ({ commit: index + 1, events }));
}

/** Appends the commits that the log lacks. */
export async function appendRest(store: SessionStore, commits: readonly Commit[]): Promise<void> {
  const { commit: position } = await store.load(KEY);
  for (const [index, commit] of commits.slice(position).entries()) {
    const outcome = await store.append(KEY, position + index, commit);
    if (outcome !== 'appended') throw new Error(`commit ${position + index + 1}: ${outcome}`);
  }
}

/** Writes a journal with these commits and closes it. */
export async function writeJournal(folder: string, commits: readonly Commit[]): Promise<string> {
  const store = createJournalStore({ folder, mode: 'write' });
  await appendRest(store, commits);
  await store.close();
  return journalIn(folder);
}
