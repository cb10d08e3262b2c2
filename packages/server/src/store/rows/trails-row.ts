import type { AuditLink } from '@hitl/protocol';
import type { TrailLinks } from '../store.ts';

/** The hashes that a commit adds to audit trails, from its column. */
export function readTrails(json: string): TrailLinks[] {
  return JSON.parse(json) as TrailLinks[];
}

/** Those of one run. */
export function linksOf(runId: string, trails: readonly TrailLinks[]): AuditLink[] {
  return trails.flatMap(({ run_id: id, links }) => (id === runId ? links : []));
}
