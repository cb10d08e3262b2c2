import type { RunEvent } from '@hitl/protocol';
import type { SessionKey, SessionStore } from '../store/store.ts';

const EVENTS_A_PAGE = 1000;

/** All stored events of a root run and its nested runs after a `seq`, in order. */
export async function readEvents(
  store: SessionStore,
  key: SessionKey,
  rootRunId: string,
  afterSeq = 0,
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for (;;) {
    const after = events.at(-1)?.seq ?? afterSeq;
    // oxlint-disable-next-line no-await-in-loop -- a page begins where the one before ended
    const page = await store.readRun(key, rootRunId, after, EVENTS_A_PAGE);
    events.push(...page);
    if (page.length < EVENTS_A_PAGE) return events;
  }
}
