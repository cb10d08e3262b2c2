import type { EventDraft, RunEvent } from '@hitl/protocol';
import type { Feed } from '../streams/feed.ts';
import { record } from '../machine/recorder.ts';
import type { SessionKey, SessionStore } from '../store/store.ts';
import { sampleAudit } from './sample-audit.ts';

/** Writes a session's log like the server, but without decisions. */
export interface SessionWriter {
  readonly key: SessionKey;
  /** Appends one commit and notifies the feed. */
  append(...drafts: readonly EventDraft[]): Promise<readonly RunEvent[]>;
}

/** Creates a writer for any store. Without `feed` it acts as another instance. */
export function createSessionWriter(
  store: SessionStore,
  key: SessionKey,
  feed?: Pick<Feed, 'appended'>,
): SessionWriter {
  return {
    key,
    async append(...drafts) {
      const { commit, state, now } = await store.load(key);
      const recorder = record(key.sessionId, state, now);
      for (const { type, run_id, data } of drafts) recorder.add(type, run_id, data);
      const unsealed = recorder.commit();
      const outcome = await store.append(key, commit, {
        ...unsealed,
        audit: sampleAudit(unsealed),
      });
      if (outcome !== 'appended') throw new Error(`the commit was not appended: ${outcome}`);
      feed?.appended(key, commit + 1, recorder.events);
      return recorder.events;
    },
  };
}
