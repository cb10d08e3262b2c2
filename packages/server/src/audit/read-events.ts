import type { RunEvent } from '@hitl/protocol';
import type { Page, PageQuery, SessionKey, SessionStore, StoredCommit } from '../store/store.ts';

const EVENTS_A_PAGE = 1000;
const COMMITS_A_PAGE = 200;
const ROWS_A_PAGE = 200;

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
    const page = await store.readRun(key, rootRunId, after, EVENTS_A_PAGE);
    events.push(...page);
    if (page.length < EVENTS_A_PAGE) return events;
  }
}

/** All stored commits of a log up to a number, oldest first. */
export async function readCommits(
  store: SessionStore,
  key: SessionKey,
  until: number,
): Promise<StoredCommit[]> {
  const commits: StoredCommit[] = [];
  for (;;) {
    const page = await store.read(key, commits.at(-1)?.commit ?? 0, COMMITS_A_PAGE);
    commits.push(...page.filter(({ commit }) => commit <= until));
    if (page.length < COMMITS_A_PAGE || commits.at(-1)?.commit === until) return commits;
  }
}

/** All rows of a list, read page by page. */
export async function* rowsOf<Row>(
  list: (page: PageQuery) => Promise<Page<Row>>,
): AsyncGenerator<Row> {
  let cursor: string | null = null;
  do {
    const page: Page<Row> = await list({
      limit: ROWS_A_PAGE,
      ...(cursor !== null && { cursor }),
    });
    yield* page.items;
    cursor = page.nextCursor;
  } while (cursor !== null);
}
