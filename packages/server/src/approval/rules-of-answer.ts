import type { InteractionRequest, InteractionResponse, SavedRule } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { actionOf, formatTime, parseTime } from '@hitl/protocol/fold';
import { parseRule } from '@hitl/permissions';
import type { Agent } from '../agents/agent.ts';
import { failure, success, type Failure, type Result } from '../base/result.ts';
import { describeCall } from './describe-call.ts';
import { NO_USER } from './build-request.ts';
import type { RuleCache, ScopedCall } from './rules.ts';
import type { Tool } from '../agents/tool.ts';

/** The request of an answer that may save rules, and its context. */
export interface AnswerRulesContext {
  readonly agent: Agent | undefined;
  readonly tool: Tool | undefined;
  /** The call with edited arguments; its user is the owner of the rules. */
  readonly call: ScopedCall;
  readonly rules: RuleCache;
}

/**
 * The rules that an answer saves. Patterns must have been offered, and together with the stored
 * rules they must allow the answered call: a rule that would still ask is never saved.
 */
export async function rulesOf(
  request: InteractionRequest,
  response: InteractionResponse,
  { agent, tool, call, rules }: AnswerRulesContext,
): Promise<Result<readonly SavedRule[]>> {
  if (request.purpose !== 'authorization') return success([]);
  const action = actionOf(request, response);
  const { remember } = response;
  if (remember === undefined) {
    const bare = response.action === undefined && response.confirmed === true;
    const wanted = bare && agent?.rememberConfirmed !== false;
    const resource = request.metadata['resource'];
    return wanted && mayRemember(request, call) && typeof resource === 'string'
      ? success([{ pattern: resource, effect: 'allow', scope: 'always' }])
      : success([]);
  }
  if (remember.scope === 'once') {
    if (!remember.deny_patterns?.length) return success([]);
    // If it were silently dropped, the denial would seem to be saved.
    const message = 'are not saved with the scope once';
    return refused(request, [{ path: 'remember.deny_patterns', message }]);
  }
  if (call.userId === null) {
    const message =
      'has no user to save a rule for: the run has no user, and the answer has none who may get one';
    return refused(request, [{ path: 'remember.scope', message }]);
  }
  const lasting = {
    scope: remember.scope,
    ...(remember.expires_at !== undefined && { expires_at: utc(remember.expires_at) }),
  };
  const denied = remember.deny_patterns ?? [];
  const errors = malformed(denied, 'remember.deny_patterns');
  const saved = denied.map((pattern): SavedRule => ({ pattern, effect: 'deny', ...lasting }));
  const approves = action === 'approve' || action === 'modify_args';
  // An empty list with denials: the approval is for this call only, the denials are saved.
  if (!approves || (remember.patterns?.length === 0 && denied.length > 0)) {
    return errors.length > 0 ? refused(request, errors) : success(saved);
  }
  const grant = await describeCall(rules, call, { tool });
  if (!mayRemember(request, call) || !grant.rememberable) {
    errors.push({ path: 'remember', message: 'nothing can be remembered for this call' });
    return refused(request, errors);
  }
  const patterns = remember.patterns?.length ? remember.patterns : [grant.resource];
  const isAsAsked =
    response.modified_args === undefined && request.metadata['rememberable'] === true;
  const offered = new Set(
    isAsAsked ? offeredWith(request) : [...grant.suggestions, ...grant.offers.flat()],
  );
  errors.push(...malformed(patterns, 'remember.patterns'));
  for (const [index, pattern] of patterns.entries()) {
    if (offered.has(pattern)) continue;
    errors.push({
      path: `remember.patterns.${index}`,
      message: `"${pattern}" was not offered for this call; save it with POST /permissions`,
    });
  }
  if (errors.length === 0 && !(await rules.wouldAllow(call, patterns))) {
    errors.push({ path: 'remember.patterns', message: 'would not allow the answered call' });
  }
  if (errors.length > 0) return refused(request, errors);
  const allowed = patterns.map((pattern): SavedRule => ({ pattern, effect: 'allow', ...lasting }));
  return success([...allowed, ...saved]);
}

function refused({ id }: InteractionRequest, errors: readonly Issue[]): Failure {
  return failure(
    'invalid_response',
    `The answer to ${id} cannot be remembered as requested: ${errors[0]?.message}.`,
    { errors },
  );
}

/** For a request without a user, rules may still be saved for the user named in the answer. */
function mayRemember({ metadata }: InteractionRequest, { userId }: ScopedCall): boolean {
  if (userId === null) return false;
  return metadata['rememberable'] === true || metadata['not_rememberable'] === NO_USER;
}

function offeredWith({ metadata }: InteractionRequest): string[] {
  const { resource, suggested_patterns: offered, suggested_offers: groups } = metadata;
  const lists = [offered, ...(Array.isArray(groups) ? (groups as unknown[]) : [])];
  return [
    resource,
    ...lists.flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : [])),
  ].filter((pattern) => typeof pattern === 'string');
}

function malformed(patterns: readonly string[], path: string): Issue[] {
  return patterns.flatMap((pattern, index) => {
    const parsed = parseRule(pattern);
    return parsed.ok ? [] : [{ path: `${path}.${index}`, message: parsed.reason }];
  });
}

/** A time in the store's format, UTC. */
export function utc(time: string): string {
  return formatTime(parseTime(time) ?? Number.NaN);
}
