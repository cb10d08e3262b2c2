import type { Issue } from '@hitl/protocol/endpoints';

/** The validation issues of an error, if it has any. */
export function issuesOf(error: unknown): readonly Issue[] {
  if (typeof error !== 'object' || error === null || !('errors' in error)) return [];
  return Array.isArray(error.errors) ? (error.errors as readonly Issue[]) : [];
}
