import type { AuditEntry, AuditLink, AuditTrail, Run, RunEvent } from '@hitl/protocol';
import { auditOrigin, linkEntries } from '@hitl/protocol/fold';
import type { ErasedRun, SessionKey, SessionStore } from '../store/store.ts';
import { trailEntries } from './entries.ts';
import { readEvents, rowsOf } from './read-events.ts';
import { SESSION_HEAD, strippedOrigin } from './session-chain.ts';

/** The ids that are needed to find a run's trail. */
type Place = Pick<Run, 'id' | 'root_run_id'>;

/** The audit trail of a run: entries from its events, with the hashes stored with them. */
export async function readTrail(
  store: SessionStore,
  key: SessionKey,
  { id, root_run_id: root }: Place,
): Promise<AuditTrail> {
  const events = await readEvents(store, key, root);
  const { head, links } = await store.readAudit(key, id);
  // The entries that had links when those were read, without later ones.
  const until = Math.max(events.at(-1)?.seq ?? 0, links.at(-1)?.seq ?? 0);
  const later = await readEvents(store, key, root, events.at(-1)?.seq);
  const entries = trailEntries([...events, ...later], id).filter(({ seq }) => seq <= until);
  const { chain } = await store.load(key);
  const session = chain[SESSION_HEAD];
  return {
    run_id: id,
    head,
    ...(hadHashes(events, id) && { sealed: true }),
    ...(session !== undefined && { session_head: session }),
    entries: joined(entries, links),
  };
}

/**
 * Whether the trail of a run had hashes from the start. A run whose start is missing counts as
 * such.
 */
export function hadHashes(events: readonly RunEvent[], runId: string): boolean {
  const started = events.find((event) => event.type === 'run_started' && event.run_id === runId);
  return started?.type !== 'run_started' || started.data.sealed === true;
}

/**
 * Links joined with their entries. A link whose entry is missing has no data, an entry whose link
 * is missing has no hashes.
 */
function joined(entries: readonly AuditEntry[], links: readonly AuditLink[]): AuditEntry[] {
  const rest = [...entries];
  const held = links.map((link): AuditEntry => {
    const { data_hash, prev_hash, hash, ...place } = link;
    // One event may have several entries; they share its seq and keep their order.
    const at = rest.findIndex(({ seq }) => seq === link.seq);
    const [entry = place] = at === -1 ? [] : rest.splice(at, 1);
    return { ...entry, data_hash, prev_hash, hash };
  });
  const all: AuditEntry[] = [];
  for (const entry of held) {
    while (rest[0] !== undefined && rest[0].seq < entry.seq) all.push(...rest.splice(0, 1));
    all.push(entry);
  }
  return [...all, ...rest];
}

/** The trail of a deleted run. */
export function erasedTrail({ run_id, head, entries }: ErasedRun): AuditTrail {
  return { run_id, head, entries: entries.map((link) => ({ ...link, erased: true })) };
}

/**
 * Trails of a session's runs for its tombstone, including those of earlier sessions with the same
 * id.
 */
export async function erasedRuns(store: SessionStore, key: SessionKey): Promise<ErasedRun[]> {
  const erased = [...((await store.findTombstone(key))?.runs ?? [])];
  for await (const run of rowsOf((page) => store.listRuns({ ...key, ...page }))) {
    erased.push(await eraseRun(store, key, run));
  }
  return erased;
}

async function eraseRun(store: SessionStore, key: SessionKey, run: Place): Promise<ErasedRun> {
  const { head, links } = await store.readAudit(key, run.id);
  if (head !== null) return { run_id: run.id, head, entries: links };
  // A run that ended before audit hashes existed, or lost them.
  const events = await readEvents(store, key, run.root_run_id);
  const entries = trailEntries(events, run.id);
  const wasSealed = links.length > 0 || hadHashes(events, run.id);
  const origin = await (wasSealed ? strippedOrigin(run.id) : auditOrigin(run.id));
  const sealed = await linkEntries(entries, origin);
  return { run_id: run.id, head: sealed.at(-1)?.hash ?? origin, entries: sealed };
}
