import type { AuditEntry, AuditTrail } from '../generated/types.ts';
import { auditDataHash, auditHash, auditOrigin, type AuditLink } from './hash-chain.ts';

/**
 * A defect of an audit trail.
 *
 * - `missing`: one or more entries before this one are missing.
 * - `reordered`: the entry is not where it was written, or appears twice.
 * - `changed`: the entry differs from what was hashed, or its hashes are missing.
 * - `cut`: the trail ends too early, before its `head`, or without the hash that was expected.
 * - `unsealed`: no entry has hashes. The run ended before its server made any.
 * - `stripped`: no entry has hashes, and it once had.
 * - `ends_early`: the trail is intact, but other data in the store is ahead of it.
 * - `edited`: the trail is intact, but other data of the session in the store differs from its log.
 */
export type AuditFlaw =
  | 'missing'
  | 'reordered'
  | 'changed'
  | 'cut'
  | 'unsealed'
  | 'stripped'
  | 'ends_early'
  | 'edited';

/** Whether an audit trail is as it was written. */
export type AuditVerdict =
  | {
      readonly ok: true;
      /** The newest hash. Keep it elsewhere to verify later with `expect` that nothing was cut. */
      readonly head: string;
      /** Number of entries. */
      readonly entries: number;
      /** Number of entries whose data were erased, so that only their `data_hash` is verified. */
      readonly erased: number;
    }
  | {
      readonly ok: false;
      /** Index of the first wrong entry, from 0; the number of entries if the end is wrong. */
      readonly broken_at: number;
      readonly why: AuditFlaw;
    };

/** Options of `verifyAudit`. */
export interface VerifyAuditOptions {
  /**
   * A hash that the trail must contain: an earlier head of the trail or of its session. The trail
   * may have grown since.
   */
  readonly expect?: string;
}

/** Members that may remain of an entry whose data were erased. */
const LEFT_OF_ERASED: ReadonlySet<string> = new Set([
  'seq',
  'timestamp',
  'kind',
  'data_hash',
  'prev_hash',
  'hash',
  'erased',
]);

/**
 * Recomputes the chain of an audit trail and returns where it first breaks. It trusts only the
 * trail's `run_id`, its order and `expect`: someone with write access to the whole store could
 * write a completely new chain, which only `expect` detects.
 */
export async function verifyAudit(
  trail: AuditTrail,
  { expect }: VerifyAuditOptions = {},
): Promise<AuditVerdict> {
  const { entries } = trail;
  if (trail.head === null && entries.every(({ hash }) => hash === undefined)) {
    return { ok: false, broken_at: 0, why: trail.sealed === true ? 'stripped' : 'unsealed' };
  }
  let newest = await auditOrigin(trail.run_id);
  for (const [index, entry] of entries.entries()) {
    const why = await flawOf(entry, newest, entries, index);
    if (why !== null) return { ok: false, broken_at: index, why };
    newest = entry.hash ?? newest;
  }
  const isThere =
    expect === undefined ||
    entries.some(({ hash }) => hash === expect) ||
    trail.session_heads?.includes(expect) === true;
  if (entries.length === 0 || trail.head !== newest || !isThere) {
    return { ok: false, broken_at: entries.length, why: 'cut' };
  }
  const { findings = [] } = trail;
  if (findings.length > 0) {
    const isEarly = findings.some(({ kind }) => kind === 'ends_early');
    return { ok: false, broken_at: entries.length, why: isEarly ? 'ends_early' : 'edited' };
  }
  return {
    ok: true,
    head: newest,
    entries: entries.length,
    erased: entries.filter(({ erased }) => erased === true).length,
  };
}

async function flawOf(
  entry: AuditEntry,
  previous: string,
  entries: readonly AuditEntry[],
  index: number,
): Promise<AuditFlaw | null> {
  const { data_hash, prev_hash, hash } = entry;
  if (data_hash === undefined || prev_hash === undefined || hash === undefined) return 'changed';
  if (!(await isIntact(entry, { ...entry, data_hash, prev_hash, hash }))) return 'changed';
  if (prev_hash === previous) return null;
  // The entry is intact, but follows another one that was moved or removed.
  const elsewhere =
    entries.some((other) => other.hash === prev_hash) ||
    entries.slice(index + 1).some((other) => other.prev_hash === previous);
  return elsewhere ? 'reordered' : 'missing';
}

async function isIntact(entry: AuditEntry, link: AuditLink): Promise<boolean> {
  try {
    if (entry.erased === true) {
      // The hashes do not cover the other members of an erased entry.
      if (Object.keys(entry).some((name) => !LEFT_OF_ERASED.has(name))) return false;
    } else if ((await auditDataHash(entry)) !== link.data_hash) {
      return false;
    }
    return (await auditHash(link)) === link.hash;
  } catch (error) {
    // A value without canonical form was never hashed.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
