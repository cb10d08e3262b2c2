import type { Document, Filter } from 'mongodb';
import { CALL_ORDER, INTERACTION_ORDER, pageOf } from '../lists.ts';
import { toEvents } from '../rows/events-row.ts';
import { fromInteractionRow } from '../rows/interaction-row.ts';
import type { InteractionMethods } from '../store-parts.ts';
import type { InteractionRecord } from '../store.ts';
import type { Collections } from './database.ts';
import type { CommitDocument, InteractionDocument } from './documents.ts';
import { readPage } from './page.ts';
import { queryLists, type Use } from './use.ts';

/** Pending and settled interactions, joined with their requests from the log. */
export function createInteractionDocuments(use: Use): InteractionMethods {
  return {
    async findInteraction(tenantId, interactionId) {
      const one = { tenant_id: tenantId, interaction_id: interactionId };
      const [record] = await queryLists(use, tenantId, async (collections) => {
        const found = await collections.interactions.findOne(one);
        return readRecords(collections, found === null ? [] : [found]);
      });
      return record ?? null;
    },

    findInteractionsOfCall({ runId, ...query }) {
      const ofRun = runId === undefined ? [] : [{ run_id: runId }];
      return queryLists(use, query.tenantId, async (collections) => {
        const found = await readPage(collections.interactions, CALL_ORDER, query, ofRun);
        return readRecords(collections, found.slice(0, query.limit));
      });
    },

    countPending(tenantId, userId) {
      const mine = { tenant_id: tenantId, user_id: userId, status: 'pending' };
      return queryLists(use, tenantId, ({ interactions }) => interactions.countDocuments(mine));
    },

    listInteractions(query) {
      const { tenantId, runId } = query;
      return queryLists(use, tenantId, async (collections) => {
        const ofRun: Document[] = [];
        if (runId !== undefined) {
          const run = await collections.runs.findOne({ tenant_id: tenantId, run_id: runId });
          if (run === null) return { items: [], nextCursor: null };
          ofRun.push({ session_id: run.session_id });
          ofRun.push({ $or: [{ run_id: runId }, { root_run_id: runId }] });
        }
        const found = await readPage(collections.interactions, INTERACTION_ORDER, query, ofRun);
        const { items, nextCursor } = pageOf(INTERACTION_ORDER, found, query.limit, (one) => one);
        return { items: await readRecords(collections, items), nextCursor };
      });
    },
  };
}

/** The records of documents with their requests; each commit that contains requests is read once. */
export async function readRecords(
  { commits }: Collections,
  documents: readonly InteractionDocument[],
): Promise<InteractionRecord[]> {
  const asked = new Map<string, Filter<CommitDocument>>();
  for (const { tenant_id, session_id, asked_in } of documents) {
    if (asked_in === null) continue;
    asked.set(idOf(session_id, asked_in), { tenant_id, session_id, commit: asked_in });
  }
  const found =
    asked.size === 0
      ? []
      : await commits
          .find({ $or: [...asked.values()] })
          .project<CommitDocument>({ session_id: 1, commit: 1, events: 1, repeats: 1 })
          .toArray();
  const events = new Map(
    found.map((commit) => [idOf(commit.session_id, commit.commit), toEvents(commit)]),
  );
  return documents.flatMap((document) => {
    const { session_id, asked_in } = document;
    const from = asked_in === null ? [] : (events.get(idOf(session_id, asked_in)) ?? []);
    // Removed between the two reads.
    if (asked_in !== null && from.length === 0) return [];
    // Siblings share a commit, but no object, so the caller may change what is returned.
    return [structuredClone(fromInteractionRow(document, from))];
  });
}

function idOf(sessionId: string, commit: number): string {
  return JSON.stringify([sessionId, commit]);
}
