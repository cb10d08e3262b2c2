import type { AuditEntry } from '../generated/types.ts';
import { sha256 } from '../digest.ts';
import { canonicalJson } from '../json.ts';

/**
 * The part of an audit entry that is kept when its data are erased: its position and hashes. Each
 * hash is a lower-case hex SHA-256.
 */
export interface AuditLink {
  readonly seq: number;
  readonly timestamp: string;
  readonly kind: string;
  /** Of the RFC 8785 form of the entry without its three hashes. */
  readonly data_hash: string;
  /** The `hash` of the previous entry; `auditOrigin` for the first one. */
  readonly prev_hash: string;
  /** Of the RFC 8785 array of `prev_hash`, `seq`, `timestamp`, `kind`, `data_hash`. */
  readonly hash: string;
}

/** The first `prev_hash` of a run's chain: the SHA-256 of the run's id. */
export function auditOrigin(runId: string): Promise<string> {
  return sha256(runId);
}

/** The `data_hash` of an entry, ignoring hashes that it may already have. */
export function auditDataHash(entry: AuditEntry): Promise<string> {
  const { data_hash: _data, prev_hash: _prev, hash: _hash, ...data } = entry;
  return sha256(canonicalJson(data));
}

/** The `hash` of a link, made from its other members. */
export function auditHash(link: Omit<AuditLink, 'hash'>): Promise<string> {
  const { prev_hash: previous, seq, timestamp, kind, data_hash: data } = link;
  return sha256(canonicalJson([previous, seq, timestamp, kind, data]));
}

/**
 * Chains entries, oldest first, to `previous`: the newest hash of their run, or its `auditOrigin`.
 * Rejects with a TypeError where `canonicalJson` throws.
 */
export async function linkEntries(
  entries: readonly AuditEntry[],
  previous: string,
): Promise<AuditLink[]> {
  const data = await Promise.all(entries.map((entry) => auditDataHash(entry)));
  const links: AuditLink[] = [];
  for (const [at, { seq, timestamp, kind }] of entries.entries()) {
    const place = {
      seq,
      timestamp,
      kind,
      data_hash: data[at] ?? '',
      prev_hash: links.at(-1)?.hash ?? previous,
    };
    links.push({ ...place, hash: await auditHash(place) });
  }
  return links;
}
