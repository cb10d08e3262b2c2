import type { Run, RunEvent } from '@hitl/protocol';
import type { Commit } from '../store.ts';
import type { Row } from './tables.ts';

/**
 * The part of a root run's numbering in a commit, which has no gaps. All `null` for a commit of
 * several root runs, as when a new message ends a run: readers then check its events.
 */
export function spanOf(events: readonly RunEvent[]): {
  readonly root_run_id: string | null;
  readonly first_seq: number | null;
  readonly last_seq: number | null;
} {
  const [first] = events;
  const last = events.at(-1);
  const isOne = events.every(({ root_run_id: root }) => root === first?.root_run_id);
  if (first === undefined || last === undefined || !isOne) {
    return { root_run_id: null, first_seq: null, last_seq: null };
  }
  return { root_run_id: first.root_run_id, first_seq: first.seq, last_seq: last.seq };
}

/** The columns of a run itself. */
export type RunRow = Omit<Row<'runs'>, 'tenant_id' | 'audit_head' | 'first_commit'>;

/**
 * The rows of the runs that a commit changed, besides the columns of their place, each with the last
 * hash of its audit trail, if the commit adds to it.
 */
export function toRunRows({ projection, audit }: Pick<Commit, 'projection' | 'audit'>): (Omit<
  RunRow,
  'session_id'
> & {
  readonly audit_head: string | undefined;
})[] {
  const heads = new Map(audit.trails.map(({ run_id, links }) => [run_id, links.at(-1)?.hash]));
  return projection.runs.map((run) => {
    const { id, session_id: _, root_run_id, user_id, status, created_at, ...rest } = run;
    const columns = { run_id: id, root_run_id, user_id, status, created_at };
    return { ...columns, rest: JSON.stringify(rest), audit_head: heads.get(id) };
  });
}

/** The run from a row. */
export function toRun(row: RunRow): Run {
  const rest = JSON.parse(row.rest) as Omit<Run, 'id'>;
  return {
    ...rest,
    id: row.run_id,
    session_id: row.session_id,
    root_run_id: row.root_run_id,
    user_id: row.user_id,
    status: row.status as Run['status'],
    created_at: row.created_at,
  };
}
