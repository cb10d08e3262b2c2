import type { Issue } from '@hitl/protocol/endpoints';

/** Issues in one line, each with its path. */
export function listIssues(issues: readonly Issue[]): string {
  return issues
    .map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))
    .join('; ');
}
