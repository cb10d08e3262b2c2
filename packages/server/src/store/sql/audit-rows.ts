import type { AuditLink } from '@hitl/protocol';
import { newestErasedRun } from '../erased-run.ts';
import type { SessionStore, Tombstone, TrailLinks } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { slot, sql } from './statement.ts';
import type { Int8 } from './tables.ts';

interface AuditRow {
  readonly audit_head: string | null;
  /** `null` where the run has no links. */
  readonly links: string | null;
}

interface TrailRow {
  readonly commit_number: Int8;
  readonly run_id: string;
  readonly links: string;
}

/** The part of the store that holds the hashes of audit trails. */
export type AuditRows = Pick<SessionStore, 'readAudit' | 'readTrails' | 'findErasedRun'>;

/** Hashes of audit trails, of runs that are there and of deleted ones. */
export function createAuditRows(engine: SqlEngine): AuditRows {
  // One statement, so that head and links are of one moment.
  const selectTrail = engine.prepare(sql<AuditRow>`
    select h.audit_head, a.links
    from hitl_runs h
    left join hitl_audit a on a.tenant_id = h.tenant_id and a.session_id = h.session_id
      and a.run_id = h.run_id
    where h.tenant_id = ${slot('tenant_id')} and h.session_id = ${slot('session_id')}
      and h.run_id = ${slot('run_id')}
    order by a.commit_number`);

  const selectTrails = engine.prepare(sql<TrailRow>`
    select commit_number, run_id, links
    from hitl_audit
    where tenant_id = ${slot('tenant_id')} and session_id = ${slot('session_id')}
    order by commit_number, run_id`);

  const selectTombstone = engine.prepare(sql<{ readonly tombstone: string }>`
    select t.tombstone
    from hitl_erased_runs e
    join hitl_tombstones t on t.tenant_id = e.tenant_id and t.session_id = e.session_id
    where e.tenant_id = ${slot('tenant_id')} and e.run_id = ${slot('run_id')}`);

  return {
    async readAudit({ tenantId, sessionId }, runId) {
      const rows = await selectTrail({ tenant_id: tenantId, session_id: sessionId, run_id: runId });
      return {
        head: rows[0]?.audit_head ?? null,
        links: rows.flatMap(({ links }) => (links === null ? [] : readLinks(links))),
      };
    },

    async readTrails({ tenantId, sessionId }) {
      const commits = new Map<number, TrailLinks[]>();
      for (const row of await selectTrails({ tenant_id: tenantId, session_id: sessionId })) {
        const commit = Number(row.commit_number);
        const trails = commits.get(commit) ?? [];
        trails.push({ run_id: row.run_id, links: readLinks(row.links) });
        commits.set(commit, trails);
      }
      return [...commits].map(([commit, trails]) => ({ commit, trails }));
    },

    async findErasedRun(tenantId, runId) {
      const rows = await selectTombstone({ tenant_id: tenantId, run_id: runId });
      const tombstones = rows.map(({ tombstone }) => JSON.parse(tombstone) as Tombstone);
      return newestErasedRun(tombstones, runId);
    },
  };
}

function readLinks(links: string): AuditLink[] {
  return JSON.parse(links) as AuditLink[];
}
