import type { Filter } from 'mongodb';
import { decodeCursor } from '../cursor.ts';
import { toEvents } from '../rows/events-row.ts';
import { fromInteractionRow } from '../rows/interaction-row.ts';
import { pageOf } from '../rows/page.ts';
import type { InteractionRecord, SessionStore } from '../store.ts';
import type { Collections } from './database.ts';
import type { CommitDocument, InteractionDocument } from './documents.ts';
import type { Use } from './use.ts';

/** The part of the store that looks up interactions. */
export type InteractionDocuments = Pick<
  SessionStore,
  'findInteraction' | 'findInteractionsOfCall' | 'listInteractions' | 'countPending'
>;

const OLDEST_FIRST = { created_at: 1, seq: 1, interaction_id: 1 } as const;

/** Interactions, pending and settled, joined with their requests from the log. */
export function createInteractionDocuments(use: Use): InteractionDocuments {
  return {
    async findInteraction(tenantId, interactionId) {
      const { collections, settleAll } = await use();
      const [record] = await settleAll(tenantId, async () => {
        const found = await collections.interactions.findOne({
          tenant_id: tenantId,
          interaction_id: interactionId,
        });
        return readRecords(collections, found === null ? [] : [found]);
      });
      return record ?? null;
    },

    async findInteractionsOfCall(tenantId, toolCallId) {
      const { collections, settleAll } = await use();
      return settleAll(tenantId, async () => {
        const found = collections.interactions.find(
          { tenant_id: tenantId, tool_call_id: toolCallId },
          { sort: OLDEST_FIRST },
        );
        return readRecords(collections, await found.toArray());
      });
    },

    async countPending(tenantId, userId) {
      const { collections, settleAll } = await use();
      return settleAll(tenantId, () =>
        collections.interactions.countDocuments({
          tenant_id: tenantId,
          user_id: userId,
          status: 'pending',
        }),
      );
    },

    async listInteractions({ tenantId, cursor, limit, ...which }) {
      const { status, runId, sessionId, userId, toolCallId } = which;
      const conditions: Filter<InteractionDocument>[] = [{ tenant_id: tenantId }];
      if (status !== undefined) conditions.push({ status });
      if (sessionId !== undefined) conditions.push({ session_id: sessionId });
      if (userId !== undefined) conditions.push({ user_id: userId });
      if (toolCallId !== undefined) conditions.push({ tool_call_id: toolCallId });
      if (cursor !== undefined) {
        const [created_at, seq, id] = decodeCursor('interactions', cursor, ['', 0, '']);
        conditions.push({
          $or: [
            { created_at: { $gt: created_at } },
            { created_at, seq: { $gt: seq } },
            { created_at, seq, interaction_id: { $gt: id } },
          ],
        });
      }
      const { collections, settleAll } = await use();
      return settleAll(tenantId, async () => {
        const all = [...conditions];
        if (runId !== undefined) {
          const run = await collections.runs.findOne({ tenant_id: tenantId, run_id: runId });
          if (run === null) return { items: [], nextCursor: null };
          all.push({ session_id: run.session_id });
          all.push({ $or: [{ run_id: runId }, { root_run_id: runId }] });
        }
        const found = await collections.interactions
          .find({ $and: all }, { sort: OLDEST_FIRST })
          .limit(limit + 1)
          .toArray();
        const { items, nextCursor } = pageOf(
          'interactions',
          found,
          limit,
          (document) => document,
          (document) => [document.created_at, document.seq, document.interaction_id],
        );
        return { items: await readRecords(collections, items), nextCursor };
      });
    },
  };
}

/** The records of documents, with their requests: each commit that asked is read once. */
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
    // Removed between the two looks.
    if (asked_in !== null && from.length === 0) return [];
    // Siblings share a commit, but never an object: what is returned is the caller's own.
    return [structuredClone(fromInteractionRow(document, from))];
  });
}

function idOf(sessionId: string, commit: number): string {
  return JSON.stringify([sessionId, commit]);
}
