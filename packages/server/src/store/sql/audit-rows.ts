import { placeOf } from '../rows/place.ts';
import { newestErasedRun } from '../erased-run.ts';
import type { AuditMethods } from '../store-parts.ts';
import type { Tombstone, TrailLinks } from '../store.ts';
import type { SqlEngine } from './engine.ts';
import { slot, sql } from './statement.ts';
import type { Int8 } from '../rows/tables.ts';

interface AuditRow {
  readonly audit_head: string | null;
  /** `null` if no commit has any. */
  readonly trails: string | null;
}

interface TrailRow {
  readonly commit_number: Int8;
  readonly trails: string;
}

/** Creates the methods for hashes of audit trails, of existing and deleted runs. */
export function createAuditRows(engine: SqlEngine): AuditMethods {
  // One statement, so that head and links are from the same moment.
  const selectTrail = engine.prepare(sql<AuditRow>`
    select h.audit_head, c.trails
    from hitl_runs h
    left join hitl_commits c on c.tenant_id = h.tenant_id and c.session_id = h.session_id
      and c.commit_number >= h.first_commit and c.trails is not null
      and (c.root_run_id is null or c.root_run_id = h.root_run_id)
    where h.tenant_id = ${slot('tenant_id')} and h.session_id = ${slot('session_id')}
      and h.run_id = ${slot('run_id')}
    order by c.commit_number`);

  const selectTrails = engine.prepare(sql<TrailRow>`
    select commit_number, trails
    from hitl_commits
    where tenant_id = ${slot('tenant_id')} and session_id = ${slot('session_id')}
      and trails is not null
    order by commit_number`);

  const selectTombstone = engine.prepare(sql<{ readonly tombstone: string }>`
    select t.tombstone
    from hitl_erased_runs e
    join hitl_tombstones t on t.tenant_id = e.tenant_id and t.session_id = e.session_id
    where e.tenant_id = ${slot('tenant_id')} and e.run_id = ${slot('run_id')}`);

  return {
    async readAudit(key, runId) {
      const rows = await selectTrail({ ...placeOf(key), run_id: runId });
      return {
        head: rows[0]?.audit_head ?? null,
        links: rows
          .flatMap(({ trails }) => (trails === null ? [] : readTrails(trails)))
          .flatMap(({ run_id, links }) => (run_id === runId ? links : [])),
      };
    },

    async readTrails(key) {
      const rows = await selectTrails(placeOf(key));
      return rows.map(({ commit_number: commit, trails }) => ({
        commit: Number(commit),
        trails: readTrails(trails),
      }));
    },

    async findErasedRun(tenantId, runId) {
      const rows = await selectTombstone({ tenant_id: tenantId, run_id: runId });
      const tombstones = rows.map(({ tombstone }) => JSON.parse(tombstone) as Tombstone);
      return newestErasedRun(tombstones, runId);
    },
  };
}

function readTrails(trails: string): TrailLinks[] {
  return JSON.parse(trails) as TrailLinks[];
}
