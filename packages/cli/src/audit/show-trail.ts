import type { AuditEntry, AuditFlaw, AuditTrail, AuditVerdict } from '@hitl/protocol';
import { plain, table } from '../terminal/table.ts';

const HEAD = ['SEQ', 'TIME', 'ENTRY', 'WHO', 'WHAT'];

/** Members with their own column, and hashes. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'seq',
  'timestamp',
  'kind',
  'actor',
  'data_hash',
  'prev_hash',
  'hash',
]);

/** Members that only refer to other records; shown last. */
const POINTERS: ReadonlySet<string> = new Set([
  'run_id',
  'tool_call_id',
  'interaction_id',
  'args_digest',
]);

const WHY: Readonly<Record<AuditFlaw, string>> = {
  missing: 'entries before it are missing',
  reordered: 'it is out of order',
  changed: 'it was changed',
  cut: 'the trail ends too early',
  unsealed: 'no entry has hashes',
  stripped: 'its hashes were removed',
  ends_early: 'the trail ends early: other stored data are ahead of it',
  edited: 'other stored data do not match the log',
};

/**
 * An audit trail for people, one line per entry. Untrusted text is shown with its invisible
 * characters and control sequences escaped.
 */
export function showTrail({ run_id, head, session_head, entries }: AuditTrail): string {
  return [
    table([
      ['run', run_id],
      ['head', head ?? 'none'],
      ...(session_head === undefined ? [] : [['session head', session_head]]),
    ]),
    '\n',
    table([HEAD, ...entries.map(rowOf)]),
  ].join('');
}

function rowOf(entry: AuditEntry): string[] {
  const what = Object.entries(entry)
    .filter(([name, value]) => !ELSEWHERE.has(name) && value !== undefined && value !== null)
    .toSorted(([left], [right]) => Number(POINTERS.has(left)) - Number(POINTERS.has(right)))
    .map(([name, value]) => `${name}=${short(value)}`);
  return [String(entry.seq), entry.timestamp, entry.kind, entry.actor ?? '', what.join(' ')];
}

/** Without quotes if the value is unambiguous. */
function short(value: unknown): string {
  return typeof value === 'string' && /^[\w.:/@-]+$/.test(value) ? value : JSON.stringify(value);
}

/** The verdict in one line. */
export function showVerdict(verdict: AuditVerdict, { entries, findings = [] }: AuditTrail): string {
  if (verdict.ok) {
    const erased = verdict.erased > 0 ? `, ${verdict.erased} of them erased` : '';
    return `whole: ${verdict.entries} entries${erased}, head ${verdict.head}\n`;
  }
  const { broken_at: at, why } = verdict;
  const entry = entries[at];
  const place =
    entry === undefined
      ? `after entry ${at} of ${entries.length}`
      : `at entry ${at + 1} of ${entries.length}, seq ${entry.seq}, ${plain(entry.kind)}`;
  const rows = findings.map(({ kind, what, id, detail }) => [`  ${kind}`, what, id, detail]);
  return `BROKEN ${place}: ${WHY[why]} (${why})\n${rows.length === 0 ? '' : table(rows)}`;
}
