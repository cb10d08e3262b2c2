import type { AuditFinding, RunEvent } from '@hitl/protocol';
import { canonicalJson, INITIAL_CONTROL } from '@hitl/protocol/fold';
import type { Page, PageQuery, SessionKey, SessionStore, StoredCommit } from '../store/store.ts';
import { readChapters } from '../store/chapters.ts';
import { createProjector } from '../store/projector.ts';
import { EMPTY, foldCommits, type Transcript } from '../store/transcript.ts';
import { eventPages, readCommits, rowsOf } from './read-events.ts';
import { SESSION_HEAD, sessionHeads } from './session-chain.ts';
import { messageOf } from '../base/message-of.ts';

const MAX_ATTEMPTS = 20;

const LAST_CHECK = new WeakMap<SessionStore, Promise<unknown>>();

/**
 * Folds the whole log of a session again and compares it with the other stored data: the head, the
 * rows of runs and interactions, the summary, and the chain over all trails. One session of a store
 * at a time, as its log is held in memory.
 */
export async function checkSession(
  store: SessionStore,
  key: SessionKey,
): ReturnType<typeof checkOnce> {
  const check = (LAST_CHECK.get(store) ?? Promise.resolve()).then(() => checkStanding(store, key));
  LAST_CHECK.set(
    store,
    check.catch(() => undefined),
  );
  return check;
}

async function checkStanding(store: SessionStore, key: SessionKey) {
  for (let attempt = 1; ; attempt += 1) {
    const before = await store.load(key);
    const check = await checkOnce(store, key);
    const { commit } = await store.load(key);
    if (commit === before.commit || attempt === MAX_ATTEMPTS) return check;
  }
}

async function checkOnce(store: SessionStore, key: SessionKey) {
  const { sessionId: id, tenantId } = key;
  const loaded = await store.load(key);
  const commits = await readCommits(store, key, loaded.commit);
  const findings: AuditFinding[] = [];
  const report = (kind: AuditFinding['kind'], what: AuditFinding['what'], detail: string) =>
    findings.push({ kind, what, id, detail });
  const last = commits.at(-1)?.commit ?? 0;
  if (last < loaded.commit) {
    report('ends_early', 'session', `the log ends with commit ${last} of ${loaded.commit}`);
  } else if (commits.length < loaded.commit) {
    report('row_missing', 'session', `${loaded.commit - commits.length} commits are gone`);
  }
  const projector = createProjector(id, INITIAL_CONTROL);
  for (const event of commits.flatMap(({ events }) => events)) projector.add(event);
  const { checkpoint, projection } = projector.commit();
  if (!isSame(checkpoint.state, loaded.state)) {
    report('row_changed', 'state', 'it differs from the log');
  }
  const query = { tenantId, sessionId: id };
  findings.push(
    ...(await findSummary(store, key, projection.session)),
    ...(await misplacedEvents(store, key, commits)),
    ...(await changedChapters(store, key, commits)),
    ...(await compareRows(
      'run',
      projection.runs,
      (run) => run.id,
      (page) => store.listRuns({ ...query, ...page }),
    )),
    ...(await compareRows(
      'interaction',
      projection.interactions,
      (record) => record.interaction_request.id,
      (page) => store.listInteractions({ ...query, ...page }),
    )),
  );

  const heads = await sessionHeads(id, await store.readTrails(key));
  const kept = loaded.chain[SESSION_HEAD];
  const isSealed = commits.some(({ events }) =>
    events.some((event) => event.type === 'run_started' && event.data.sealed === true),
  );
  // The log of an older version has no session chain until its next commit.
  if (kept === undefined ? isSealed : kept !== heads.at(-1)) {
    const detail = 'the chain over the trails of its runs does not match the stored head';
    report('chain_broken', 'session', detail);
  }
  /** `heads`: every head of the session's chain, oldest first. */
  return { findings, heads };
}

function isSame(left: unknown, right: unknown): boolean {
  const [one, other] = [left, right].map((value) => JSON.stringify(value ?? null));
  return one === other || plainJson(left) === plainJson(right);
}

/** A lone surrogate has no canonical form; values with one are compared as serialized. */
function plainJson(value: unknown): string {
  const json = JSON.stringify(value ?? null);
  try {
    return canonicalJson(JSON.parse(json) as never);
  } catch {
    return json;
  }
}

async function findSummary(
  store: SessionStore,
  key: SessionKey,
  expected: object,
): Promise<AuditFinding[]> {
  const { sessionId: id } = key;
  try {
    return compare('session', id, expected, await store.findSession(key));
  } catch (error) {
    return [{ kind: 'row_changed', what: 'session', id, detail: messageOf(error) }];
  }
}

/**
 * Runs whose events cannot be found by the numbers stored with the commits, which streams and
 * trails use. Changing those numbers hides events without changing any.
 */
async function misplacedEvents(
  store: SessionStore,
  key: SessionKey,
  commits: readonly StoredCommit[],
): Promise<AuditFinding[]> {
  const runs = new Map<string, RunEvent[]>();
  for (const event of commits.flatMap(({ events }) => events)) {
    const known = runs.get(event.root_run_id);
    if (known === undefined) runs.set(event.root_run_id, [event]);
    else known.push(event);
  }
  const findings: AuditFinding[] = [];
  for (const [id, events] of runs) {
    let found = 0;
    let differ = false;
    for await (const page of eventPages(store, key, id)) {
      for (const event of page) differ ||= !isSame(event, events[found++]);
    }
    if (!differ && found === events.length) continue;
    const detail = `${events.length} events are in the log and ${found} are found by commit numbers`;
    findings.push({ kind: 'row_changed', what: 'run', id, detail });
  }
  return findings;
}

/** Chapters that tell something else than their commits. */
async function changedChapters(
  store: SessionStore,
  key: SessionKey,
  commits: readonly StoredCommit[],
): Promise<AuditFinding[]> {
  const { chapters } = await store.readChapters(key);
  const newest = chapters.at(-1)?.commit ?? 0;
  const found = (detail: string): AuditFinding[] => [
    { kind: 'row_changed', what: 'session', id: key.sessionId, detail },
  ];
  try {
    const told = readChapters(chapters);
    const log = foldCommits(
      EMPTY,
      commits.filter(({ commit }) => commit <= newest),
    );
    const contentOf = ({ stored: _stored, ...content }: Transcript) => content;
    // Where one is missing, all commits are read instead.
    if (told === undefined || isSame(contentOf(told), contentOf(log))) return [];
    return found('its chapters and the log differ');
  } catch (error) {
    return found(messageOf(error));
  }
}

/** The difference between a row and the log. */
function compare(
  what: AuditFinding['what'],
  id: string,
  expected: object | undefined,
  row: object | null,
): AuditFinding[] {
  if (expected === undefined)
    return [{ kind: 'ends_early', what, id, detail: 'it is not in the log' }];
  if (row === null) return [{ kind: 'row_missing', what, id, detail: 'its row is gone' }];
  const names = new Set([...Object.keys(expected), ...Object.keys(row)]);
  const [log, kept] = [new Map(Object.entries(expected)), new Map(Object.entries(row))];
  const different = [...names].filter((name) => !isSame(log.get(name), kept.get(name)));
  if (different.length === 0) return [];
  const knowsMore =
    Number(kept.get('last_seq') ?? 0) > Number(log.get('last_seq') ?? 0) ||
    (log.get('status') === 'pending' && kept.get('status') !== 'pending');
  const detail = `${different.toSorted().join(', ')}: the row and the log differ`;
  return [{ kind: knowsMore ? 'ends_early' : 'row_changed', what, id, detail }];
}

/** The differences between the rows of a list and those that the log leads to. */
async function compareRows<Row extends object>(
  what: AuditFinding['what'],
  expected: readonly Row[],
  idOf: (row: Row) => string,
  list: (page: PageQuery) => Promise<Page<Row>>,
): Promise<AuditFinding[]> {
  const findings: AuditFinding[] = [];
  const missing = new Map(expected.map((row) => [idOf(row), row]));
  try {
    for await (const row of rowsOf(list)) {
      const id = idOf(row);
      findings.push(...compare(what, id, missing.get(id), row));
      missing.delete(id);
    }
  } catch (error) {
    // A row that cannot be read ends the list.
    findings.push({ kind: 'ends_early', what, id: '', detail: messageOf(error) });
  }
  for (const [id, row] of missing) findings.push(...compare(what, id, row, null));
  return findings;
}
