import { createHitl, DEFAULT_TENANT, type Caller, type Hitl } from '@hitl/server';
import { createJournalStore, type JournalStoreOptions } from '@hitl/server/journal';
import type { DeltaPaths } from './paths.ts';

/** May see and answer everything, as anyone who can read and write the files. */
export const OWNER: Caller = {
  tenantId: DEFAULT_TENANT,
  userId: null,
  reviewer: true,
  anyUser: true,
};

/** A server that reads the runs of a directory, or one of them, and changes nothing. */
export function openJournals(
  { runs }: DeltaPaths,
  options: Pick<JournalStoreOptions, 'sessionId' | 'onDamaged'>,
): Hitl {
  const sessionStore = createJournalStore({ ...options, folder: runs, mode: 'read' });
  return createHitl({ agents: [], sessionStore });
}
