import type { InteractionRequest, InteractionResponse, SavedRule } from '@hitl/protocol';
import type { Issue } from '@hitl/protocol/endpoints';
import { actionOf, formatTime, parseTime } from '@hitl/protocol/fold';
import { parseRule } from '../permissions/index.ts';
import type { Agent } from './agent.ts';
import type { RuleBook, RuleScopeOf } from './rule-book.ts';

/** What an answer saves, or why it cannot. */
export type Remembered =
  | { readonly ok: true; readonly rules: readonly SavedRule[] }
  | { readonly ok: false; readonly errors: readonly Issue[] };

const NOTHING: Remembered = { ok: true, rules: [] };

/**
 * The rules that an answer saves. Patterns must have been offered, and together with the rules that
 * stand they must allow the call that is answered: a rule that would ask again is never saved.
 */
export async function rulesOf(
  request: InteractionRequest,
  response: InteractionResponse,
  agent: Agent | undefined,
  scope: RuleScopeOf,
  rules: RuleBook,
  now: string,
): Promise<Remembered> {
  if (request.purpose !== 'authorization' || scope.user_id === null) return NOTHING;
  const action = actionOf(request, response);
  const { remember } = response;
  if (remember === undefined) {
    const bare = response.action === undefined && response.confirmed === true;
    const wanted = bare && agent?.remember_confirmed !== false;
    const resource = request.metadata['resource'];
    return wanted && request.metadata['rememberable'] === true && typeof resource === 'string'
      ? { ok: true, rules: [{ pattern: resource, effect: 'allow', scope: 'always' }] }
      : NOTHING;
  }
  if (remember.scope === 'once') {
    if (!remember.deny_patterns?.length) return NOTHING;
    // Dropped in silence, a denial would be believed to stand.
    const message = 'are not kept with the scope once';
    return { ok: false, errors: [{ path: 'remember.deny_patterns', message }] };
  }
  const lasting = {
    scope: remember.scope,
    ...(remember.expires_at !== undefined && { expires_at: utc(remember.expires_at) }),
  };
  const denied = remember.deny_patterns ?? [];
  const errors = malformed(denied, 'remember.deny_patterns');
  const saved = denied.map((pattern): SavedRule => ({ pattern, effect: 'deny', ...lasting }));
  if (action !== 'approve' && action !== 'modify_args') {
    return errors.length > 0 ? { ok: false, errors } : { ok: true, rules: saved };
  }
  // An empty list beside denials: leave is for this call only, the denials last.
  if (remember.patterns?.length === 0 && denied.length > 0) {
    return errors.length > 0 ? { ok: false, errors } : { ok: true, rules: saved };
  }
  const call = {
    tool_name: request.tool_name,
    tool_args: response.modified_args ?? request.tool_args,
  };
  const description = await rules.describe(scope, call, now);
  if (request.metadata['rememberable'] !== true || !description.rememberable) {
    errors.push({ path: 'remember', message: 'nothing can be remembered for this call' });
    return { ok: false, errors };
  }
  const patterns = remember.patterns?.length ? remember.patterns : [description.resource];
  const offered = new Set([
    ...description.suggestions,
    ...description.offers.flat(),
    ...(response.modified_args === undefined ? offeredWith(request) : []),
  ]);
  errors.push(...malformed(patterns, 'remember.patterns'));
  for (const [index, pattern] of patterns.entries()) {
    if (offered.has(pattern)) continue;
    errors.push({
      path: `remember.patterns.${index}`,
      message: `"${pattern}" was not offered for this call; save it with POST /permissions`,
    });
  }
  if (errors.length === 0 && !(await rules.wouldAllow(scope, call, patterns, now))) {
    errors.push({
      path: 'remember.patterns',
      message: 'would not allow the call that is answered',
    });
  }
  if (errors.length > 0) return { ok: false, errors };
  const allowed = patterns.map((pattern): SavedRule => ({ pattern, effect: 'allow', ...lasting }));
  return { ok: true, rules: [...allowed, ...saved] };
}

function offeredWith(request: InteractionRequest): string[] {
  const { suggested_patterns: offered } = request.metadata;
  return Array.isArray(offered) ? offered.filter((pattern) => typeof pattern === 'string') : [];
}

function malformed(patterns: readonly string[], path: string): Issue[] {
  return patterns.flatMap((pattern, index) => {
    const parsed = parseRule(pattern);
    return parsed.ok ? [] : [{ path: `${path}.${index}`, message: parsed.reason }];
  });
}

/** As the store keeps it: UTC. */
export function utc(time: string): string {
  return formatTime(parseTime(time) ?? Number.NaN);
}
