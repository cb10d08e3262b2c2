import { newestErasedRun } from '../erased-run.ts';
import type { AuditMethods } from '../store-parts.ts';
import type { SessionKey, Tombstone } from '../store.ts';
import { placeOf } from '../rows/place.ts';
import { linksOf, readTrails } from '../rows/trails-row.ts';
import type { CommitDocument } from './documents.ts';
import { settle } from './projection.ts';
import { queryLists, type Use } from './use.ts';

type TrailsDocument = Pick<CommitDocument, 'commit' | 'base'> & { readonly trails: string };

/** Hashes of audit trails, of existing runs and of deleted ones. */
export function createAuditDocuments(use: Use): AuditMethods {
  async function readCommits(key: SessionKey, upTo: number): Promise<TrailsDocument[]> {
    const collections = await use();
    return collections.commits
      .find({ ...placeOf(key), commit: { $lte: upTo }, trails: { $type: 'string' } })
      .sort({ commit: 1 })
      .project<TrailsDocument>({ commit: 1, base: 1, trails: 1 })
      .toArray();
  }

  return {
    async readAudit(key, runId) {
      const collections = await use();
      const run = { ...placeOf(key), run_id: runId };
      await settle(collections, placeOf(key));
      // Checkpoint and links from the same moment: the trail up to the commit that wrote the checkpoint.
      const row = await collections.runs.findOne(run);
      if (row === null) return { head: null, links: [] };
      const commits = await readCommits(key, row.commit);
      const links = commits.flatMap(({ trails }) => linksOf(runId, readTrails(trails)));
      // Deleted between the two reads.
      if (links.length === 0 && (await collections.runs.findOne(run)) === null) {
        return { head: null, links };
      }
      return { head: row.audit_head ?? null, links };
    },

    async readTrails(key) {
      const commits = await readCommits(key, Number.MAX_SAFE_INTEGER);
      return commits.map(({ commit, base, trails }) => ({
        commit: commit - base,
        trails: readTrails(trails),
      }));
    },

    async findErasedRun(tenantId, runId) {
      const found = await queryLists(use, tenantId, (collections) =>
        collections.tombstones.find({ tenant_id: tenantId, run_ids: runId }).toArray(),
      );
      const tombstones = found.map(({ tombstone }) => JSON.parse(tombstone) as Tombstone);
      return newestErasedRun(tombstones, runId);
    },
  };
}
