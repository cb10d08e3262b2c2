import type { AuditLink } from '@hitl/protocol';
import type { UnhashedCommit } from '../store/projector.ts';
import { auditedEvents, type AuditedEvent } from '../audit/entries.ts';
import type { AuditAddition } from '../store/store.ts';

/**
 * Placeholder links for the entries of a commit: unique, but no real hashes, which stores never
 * check.
 */
export function sampleAudit({ events, checkpoint }: UnhashedCommit): AuditAddition {
  const trails = new Map<string, AuditLink[]>();
  for (const audited of auditedEvents(events)) {
    for (const runId of new Set([audited.event.root_run_id, audited.event.run_id])) {
      const links = trails.get(runId) ?? [];
      links.push(linkOf(runId, audited, links.length));
      trails.set(runId, links);
    }
  }
  return {
    trails: [...trails].map(([run_id, links]) => ({ run_id, links })),
    chain: Object.fromEntries(
      Object.values(checkpoint.state.trees).map(({ root_run_id: root, last_seq: seq }) => {
        return [root, hashOf('hash', root, seq)];
      }),
    ),
  };
}

function linkOf(runId: string, { entry: { seq, timestamp, kind } }: AuditedEvent, at: number) {
  return {
    seq,
    timestamp,
    kind,
    data_hash: hashOf(`data of ${kind} ${at}`, runId, seq),
    prev_hash: hashOf(`before ${at}`, runId, seq),
    hash: hashOf(`${at}`, runId, seq),
  };
}

/** 64 hex digits derived from the arguments. */
function hashOf(what: string, runId: string, seq: number): string {
  const bytes = new TextEncoder().encode(`${what} ${seq} ${runId}`);
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.slice(0, 64).padStart(64, '0');
}
