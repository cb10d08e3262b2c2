import type { Commit } from '../store.ts';
import type { EventsRow } from './events-row.ts';
import { writeDocument } from './repeated-strings.ts';
import { spanOf, toRunRows, toSummaryRow } from './run-row.ts';
import { writeState } from './state-row.ts';
import type { Row } from './tables.ts';

/** What a commit stores, in the columns that all databases have. */
export interface CommitRow {
  /** Of the session. */
  readonly head: Pick<Row<'sessions'>, 'state' | 'owner' | 'user_id' | 'updated_at' | 'summary'> & {
    readonly chain: string;
  };
  readonly log: EventsRow & ReturnType<typeof spanOf> & { readonly trails: string | null };
  /** Of its events, as stored. */
  readonly bytes: number;
  readonly runs: ReturnType<typeof toRunRows>;
}

/** Derives the columns of a commit. */
export function toCommitRow(commit: Commit): CommitRow {
  const { events, checkpoint, projection, audit } = commit;
  const { json, repeats } = writeDocument(events);
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
    runs: toRunRows(commit),
  };
}
