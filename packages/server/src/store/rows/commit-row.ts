import type { Commit } from '../store.ts';
import type { EventsRow } from './events-row.ts';
import { writeDocument } from './repeated-strings.ts';
import { spanOf, toRunRow, toSummaryRow } from './run-row.ts';
import { writeState } from './state-row.ts';
import type { SessionTable } from './tables.ts';

/** What a commit stores, in the columns that all databases have. */
export interface CommitRow {
  /** Of the session. */
  readonly head: Pick<SessionTable, 'state' | 'owner' | 'user_id' | 'updated_at' | 'summary'> & {
    readonly chain: string;
  };
  readonly log: EventsRow & ReturnType<typeof spanOf> & { readonly trails: string | null };
  /** Of its events, as stored. */
  readonly bytes: number;
  /** Each with the last hash of its audit trail, if the commit adds to it. */
  readonly runs: readonly (ReturnType<typeof toRunRow> & {
    readonly audit_head: string | undefined;
  })[];
}

/** Derives the columns of a commit. */
export function toCommitRow({ events, checkpoint, projection, audit }: Commit): CommitRow {
  const { json, repeats } = writeDocument(events);
  const heads = new Map(audit.trails.map(({ run_id, links }) => [run_id, links.at(-1)?.hash]));
  return {
    head: {
      state: writeState(checkpoint.state),
      chain: JSON.stringify(audit.chain),
      owner: checkpoint.owner,
      ...toSummaryRow(projection.session),
    },
    log: {
      ...spanOf(events),
      events: json,
      repeats,
      trails: audit.trails.length === 0 ? null : JSON.stringify(audit.trails),
    },
    bytes: Buffer.byteLength(json) + (repeats?.length ?? 0),
    runs: projection.runs.map((run) => ({ ...toRunRow(run), audit_head: heads.get(run.id) })),
  };
}
