import type { AuditEntry, RunEvent } from '@hitl/protocol';
import {
  auditOrigin,
  findPending,
  linkEntries,
  treeOf,
  type ControlState,
} from '@hitl/protocol/fold';
import type {
  AuditAddition,
  AuditChain,
  LoadedSession,
  SessionKey,
  SessionStore,
  TrailLinks,
} from '../store/store.ts';
import { auditedEvents, trailEntries } from './entries.ts';
import { hadHashes } from './trail.ts';
import { readEvents } from './read-events.ts';
import { extendSession, SESSION_HEAD, sessionHead, strippedOrigin } from './session-chain.ts';

/** The entries that a commit adds to one trail. */
interface TrailAddition {
  readonly runId: string;
  readonly rootRunId: string;
  /** Whether the run starts in this commit. */
  readonly isNew: boolean;
  readonly entries: AuditEntry[];
}

/** The trails before a decision, and the links it adds. */
interface Decided {
  readonly events: readonly RunEvent[];
  /** The state after the events. */
  readonly state: ControlState;
}

/**
 * Hashes the entries that a decision adds to audit trails. Each run has its own chain; a nested
 * run's entries are in its root's chain too, so that either trail can be checked alone.
 */
export async function appendAuditHashes(
  store: SessionStore,
  key: SessionKey,
  loaded: Pick<LoadedSession, 'commit' | 'state' | 'chain'>,
  { events, state }: Decided,
): Promise<AuditAddition> {
  const trails = await Promise.all(
    additionsOf(events, loaded.state).map((addition) =>
      linkAddition(store, key, loaded.chain, addition),
    ),
  );
  const newest = trails.map(({ run_id, links }) => [run_id, links.at(-1)?.hash ?? ''] as const);
  const chain = [...Object.entries(loaded.chain), ...newest];
  const before = await sessionHead(store, key, loaded);
  const session = trails.length === 0 ? before : await extendSession(before, trails);
  return {
    trails,
    chain: {
      // A run that the state has dropped gets no more entries.
      ...Object.fromEntries(chain.filter(([runId]) => treeOf(state, runId) !== undefined)),
      [SESSION_HEAD]: session,
    },
  };
}

function additionsOf(events: readonly RunEvent[], before: ControlState): TrailAddition[] {
  const additions = new Map<string, TrailAddition>();
  const asked = (id: string) => findPending(before, id)?.pending.request.tool_args;
  for (const { event, entry } of auditedEvents(events, asked)) {
    for (const runId of new Set([event.root_run_id, event.run_id])) {
      const addition = additions.get(runId) ?? {
        runId,
        rootRunId: event.root_run_id,
        isNew: event.type === 'run_started' && event.run_id === runId,
        entries: [],
      };
      addition.entries.push(entry);
      additions.set(runId, addition);
    }
  }
  return [...additions.values()];
}

async function linkAddition(
  store: SessionStore,
  key: SessionKey,
  chain: AuditChain,
  { runId, rootRunId, isNew, entries }: TrailAddition,
): Promise<TrailLinks> {
  const linked = async (all: readonly AuditEntry[], previous: string): Promise<TrailLinks> => ({
    run_id: runId,
    links: await linkEntries(all, previous),
  });
  const known = Object.hasOwn(chain, runId) ? chain[runId] : undefined;
  if (known !== undefined) return linked(entries, known);
  if (isNew) return linked(entries, await auditOrigin(runId));
  const { head, links } = await store.readAudit(key, runId);
  if (head !== null) return linked(entries, head);
  const events = await readEvents(store, key, rootRunId);
  // The trail had hashes: computing new ones would hide tampering.
  const isStripped = links.length > 0 || hadHashes(events, runId);
  if (isStripped) return linked(entries, await strippedOrigin(runId));
  // Entries from before audit hashes existed are hashed with the first commit after.
  const first = entries[0]?.seq ?? 0;
  const past = trailEntries(events, runId).filter(({ seq }) => seq < first);
  return linked([...past, ...entries], await auditOrigin(runId));
}
