import type { Issue } from '@hitl/protocol/endpoints';
import { issuesOf } from './issues.ts';
import { validationIssuesOf } from './validation-issues.ts';
import type { Schema } from './schema.ts';
import type { ArgsFormWords } from './words.ts';

const PREFIX = 'modified_args';

/**
 * All issues of arguments: those found here by their schema, and those that the server reported for
 * the last attempt.
 */
export function argIssues(
  root: Schema,
  args: Readonly<Record<string, unknown>>,
  error: unknown,
  messages: Pick<ArgsFormWords, 'validationIssues'>,
): Issue[] {
  const own = validationIssuesOf(root, args, root).map(({ path, rule, limit }) => ({
    path,
    message: messages.validationIssues[rule](limit),
  }));
  return [...own, ...issuesOf(error).flatMap(belowPrefix)];
}

/** An issue of the server with its path in the arguments; none if it is about something else. */
function belowPrefix({ path, message }: Issue): Issue[] {
  if (path === PREFIX) return [{ path: '', message }];
  return path.startsWith(`${PREFIX}.`) ? [{ path: path.slice(PREFIX.length + 1), message }] : [];
}
