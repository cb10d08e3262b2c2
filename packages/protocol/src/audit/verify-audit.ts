import type { AuditEntry, AuditTrail } from '../generated/types.ts';
import { auditDataHash, auditHash, auditOrigin, type AuditLink } from './link.ts';

/**
 * What is wrong with an audit trail.
 *
 * - `missing`: one or more entries before this one are gone.
 * - `reordered`: it stands elsewhere than where it was written, or twice.
 * - `changed`: it is not what was hashed: it says something else, or its hashes are gone.
 * - `cut`: the trail ends too early, before its `head`, or without the hash that was expected.
 * - `unsealed`: no entry has hashes. The run ended before its server made any.
 * - `stripped`: no entry has hashes, and it once had.
 * - `ends_early`: it is whole, but something beside it in the store knows more than it says.
 * - `edited`: it is whole, but what the store shows of the session elsewhere is not what its log says.
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
      /** The newest hash. Keep it elsewhere, and a later `expect` shows that nothing was cut. */
      readonly head: string;
      /** How many entries it has. */
      readonly entries: number;
      /** How many of them have lost their data, and are held by their `data_hash` only. */
      readonly erased: number;
    }
  | {
      readonly ok: false;
      /** Index of the first entry that is wrong, from 0; the number of entries where the end is. */
      readonly broken_at: number;
      readonly why: AuditFlaw;
    };

/** How to look at a trail. */
export interface VerifyAuditOptions {
  /**
   * A hash that the trail must have: its head as it was noted before, or that of its session. It may
   * have grown since.
   */
  readonly expect?: string;
}

/** All that may be left of an entry whose data were erased. */
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
 * Recomputes the chain of an audit trail and tells where it breaks first. It trusts nothing but the
 * trail's `run_id`, its order and what it is given to expect: whoever could write the whole store
 * could have written a whole new chain, which only `expect` shows.
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
  // It is whole, but follows another one: one that is elsewhere, or one that is gone.
  const elsewhere =
    entries.some((other) => other.hash === prev_hash) ||
    entries.slice(index + 1).some((other) => other.prev_hash === previous);
  return elsewhere ? 'reordered' : 'missing';
}

async function isIntact(entry: AuditEntry, link: AuditLink): Promise<boolean> {
  try {
    if (entry.erased === true) {
      // What stands beside the hashes of an erased entry is held by none of them.
      if (Object.keys(entry).some((name) => !LEFT_OF_ERASED.has(name))) return false;
    } else if ((await auditDataHash(entry)) !== link.data_hash) {
      return false;
    }
    return (await auditHash(link)) === link.hash;
  } catch (error) {
    // What has no canonical form was never hashed.
    if (error instanceof TypeError) return false;
    throw error;
  }
}
