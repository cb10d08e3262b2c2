import type { Issue } from '@hitl/protocol/endpoints';

/** What an error says is wrong and where, if it says so. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (typeof error !== 'object' || error === null || !('errors' in error)) return [];
  return Array.isArray(error.errors) ? (error.errors as readonly Issue[]) : [];
}
