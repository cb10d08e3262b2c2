import type { AuditLink } from '@hitl/protocol';
import type { TrailLinks } from '../store.ts';
import type { Script } from './engine.ts';
import { sql } from './statement.ts';
import type { Int8 } from '../rows/tables.ts';

/** Number of sessions per read. */
const BATCH = 100;

interface Session {
  readonly tenant_id: string;
  readonly session_id: string;
}

interface TrailRow {
  readonly run_id: string;
  readonly commit_number: Int8;
  readonly links: string;
}

/** A link as stored by version 3, without the names of its members. */
type PackedLink = readonly [
  seq: number,
  timestamp: string,
  kind: string,
  data_hash: string,
  prev_hash: string,
  hash: string,
];

/**
 * Moves the hashes of audit trails, which versions 3 and 4 kept in a separate table, to their
 * commits.
 */
export function* moveTrails(): Script<void> {
  let sessions: readonly Session[];
  let last: Session = { tenant_id: '', session_id: '' };
  do {
    sessions = (yield sql`
      select tenant_id, session_id from hitl_sessions
      where (tenant_id, session_id) > (${last.tenant_id}, ${last.session_id})
      order by tenant_id, session_id
      limit ${BATCH}`) as readonly Session[];
    for (const session of sessions) yield* moveTrailsOf(session);
    last = sessions.at(-1) ?? last;
  } while (sessions.length === BATCH);
  yield sql`drop table hitl_audit`;
}

function* moveTrailsOf({ tenant_id: tenant, session_id: session }: Session): Script<void> {
  const here = sql`tenant_id = ${tenant} and session_id = ${session}`;
  const rows = (yield sql`
    select run_id, commit_number, links from hitl_audit
    where ${here} order by commit_number, run_id`) as readonly TrailRow[];
  const commits = new Map<number, TrailLinks[]>();
  for (const { commit_number: number, run_id, links } of rows) {
    const trails = commits.get(Number(number)) ?? [];
    commits.set(Number(number), [...trails, { run_id, links: toLinks(links) }]);
  }
  for (const [commit, trails] of commits) {
    yield sql`
      update hitl_commits set trails = ${JSON.stringify(trails)}
      where ${here} and commit_number = ${commit}`;
  }
}

function toLinks(text: string): AuditLink[] {
  return (JSON.parse(text) as readonly (AuditLink | PackedLink)[]).map((link) =>
    'hash' in link ? link : named(link),
  );
}

function named([seq, timestamp, kind, data_hash, prev_hash, hash]: PackedLink): AuditLink {
  return { seq, timestamp, kind, data_hash, prev_hash, hash };
}
