import type { RunEvent } from '@hitl/protocol';
import { findPending } from '@hitl/protocol/fold';
import { NewestMap } from '../base/newest-map.ts';
import type { SessionLog } from '../log/session-log.ts';
import { pendingRecord } from '../store/projector.ts';
import type { InteractionRecord, LoadedSession, SessionKey } from '../store/store.ts';

/** Maximum number of known requests; others are looked up in the store. */
const MAX_REQUESTS = 10_000;

/** A pending interaction, and the log that contains it. */
export interface FoundPending {
  readonly record: InteractionRecord;
  readonly loaded: LoadedSession;
}

/**
 * The sessions of the requests that this instance has opened: to answer one of them, only its log is
 * read.
 */
export interface OwnRequests {
  /** Adds the requests of a commit of this instance. */
  appended(key: SessionKey, commit: number, events: readonly RunEvent[]): void;
  /** Reads the log of a request; `null`: another instance opened it, or it is not pending. */
  find(tenantId: string, interactionId: string): Promise<FoundPending | null>;
}

export function createOwnRequests(log: () => SessionLog): OwnRequests {
  const sessions = new NewestMap<string, string>(MAX_REQUESTS);
  const idOf = (tenantId: string, interactionId: string) =>
    JSON.stringify([tenantId, interactionId]);

  return {
    appended({ tenantId, sessionId }, _commit, events) {
      for (const event of events) {
        if (event.type !== 'interaction_request') continue;
        sessions.set(idOf(tenantId, event.data.interaction_request.id), sessionId);
      }
    },
    async find(tenantId, interactionId) {
      const id = idOf(tenantId, interactionId);
      const sessionId = sessions.get(id);
      if (sessionId === undefined) return null;
      const loaded = await log().load({ tenantId, sessionId });
      const found = findPending(loaded.state, interactionId);
      if (found !== undefined) {
        return { record: pendingRecord(sessionId, found.tree, found.pending), loaded };
      }
      sessions.delete(id);
      return null;
    },
  };
}
