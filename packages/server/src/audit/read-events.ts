import type { RunEvent } from '@hitl/protocol';
import { wait } from '../base/wait.ts';
import type { Page, PageQuery, SessionKey, SessionStore, StoredCommit } from '../store/store.ts';

const EVENTS_A_PAGE = 100;
const COMMITS_A_PAGE = 20;
const ROWS_A_PAGE = 20;

/** All stored events of a root run and its nested runs after a `seq`, in order. */
export async function readEvents(
  store: SessionStore,
  key: SessionKey,
  rootRunId: string,
  afterSeq = 0,
): Promise<RunEvent[]> {
  const events: RunEvent[] = [];
  for await (const page of eventPages(store, key, rootRunId, afterSeq)) events.push(...page);
  return events;
}

/** The same, in pages between which other work gets a turn: they may be large. */
export async function* eventPages(
  store: SessionStore,
  key: SessionKey,
  rootRunId: string,
  afterSeq = 0,
): AsyncGenerator<readonly RunEvent[]> {
  let after = afterSeq;
  for (;;) {
    const page = await store.readRun(key, rootRunId, after, EVENTS_A_PAGE);
    yield page;
    after = page.at(-1)?.seq ?? after;
    if (page.length < EVENTS_A_PAGE) return;
    await wait(0);
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
    await wait(0);
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
    if (cursor !== null) await wait(0);
  } while (cursor !== null);
}
