import type { Commit } from '../store.ts';
import { writeDocument } from './repeated-strings.ts';
import { spanOf, toRunRows } from './run-row.ts';
import { toSessionRow } from './session-row.ts';
import { writeState } from './state-row.ts';

/** What a commit stores, in the columns that all databases have. */
export function toCommitRow(commit: Commit) {
  const { events, checkpoint, audit } = commit;
  const { json, repeats } = writeDocument(events);
  return {
    /** Of the session. */
    head: { ...toSessionRow(commit), state: writeState(checkpoint.state) },
    log: {
      ...spanOf(events),
      events: json,
      repeats,
      trails: audit.trails.length === 0 ? null : JSON.stringify(audit.trails),
    },
    /** Of its events, as stored. */
    bytes: Buffer.byteLength(json) + (repeats?.length ?? 0),
    runs: toRunRows(commit),
  };
}
