import { IdSchema } from '@hitl/protocol';
import type { ProblemCode } from '@hitl/protocol/endpoints';
import { failure, success, type Result } from '../base/result.ts';
import { invalid } from './problems.ts';

const ABSENT: Readonly<Record<string, ProblemCode>> = {
  run_id: 'run_not_found',
  session_id: 'session_not_found',
  interaction_id: 'interaction_not_found',
  tool_call_id: 'interaction_not_found',
};

/** Ids of an impossible form get the same reply as unknown ones, and never reach a store. */
export function checkParams(params: Readonly<Record<string, string>>): Result<null> {
  for (const [name, value] of Object.entries(params)) {
    if (IdSchema.safeParse(value).success) continue;
    const code = ABSENT[name];
    if (code !== undefined) return failure(code, 'This id is not valid.');
    return invalid('The path', [
      { path: name, message: 'must be an id of 1 to 256 characters without control characters' },
    ]);
  }
  return success(null);
}
