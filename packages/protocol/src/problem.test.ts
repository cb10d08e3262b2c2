import { describe, expect, it } from 'vitest';
import { PROBLEMS, type ProblemCode } from './problem-codes.ts';
import { isProblem, problem } from './problem.ts';

/** Public: a code is never reused, and its status never changes. */
const PINNED: Readonly<Record<ProblemCode, number>> = {
  invalid_request: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  interaction_not_found: 404,
  run_not_found: 404,
  agent_not_found: 404,
  session_not_found: 404,
  interaction_expired: 404,
  method_not_allowed: 405,
  already_resolved: 409,
  session_busy: 409,
  run_finished: 409,
  ambiguous_tool_call: 409,
  stale_approval: 409,
  not_claimable: 409,
  not_claimed: 409,
  idempotency_conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  invalid_response: 422,
  rate_limited: 429,
  internal: 500,
  unavailable: 503,
};

describe('PROBLEMS', () => {
  it('has the codes of the contract with their statuses', () => {
    const statuses = Object.entries(PROBLEMS).map(([code, { status }]) => [code, status]);
    expect(Object.fromEntries(statuses)).toEqual(PINNED);
  });
});

describe('problem', () => {
  it('sets status and title by the code', () => {
    expect(problem('session_busy', 'Run r1 waits.', { pending_interaction_ids: ['i1'] })).toEqual({
      type: 'urn:hitl:problem:session_busy',
      title: 'The session has an unfinished run',
      status: 409,
      code: 'session_busy',
      detail: 'Run r1 waits.',
      pending_interaction_ids: ['i1'],
    });
  });
});

describe('isProblem', () => {
  it('recognizes what problem builds', () => {
    expect(isProblem(problem('internal', ''))).toBe(true);
  });

  it.each([
    null,
    'internal',
    {},
    { code: 'internal', status: 500 },
    { code: 'internal', detail: '' },
    { code: 'toString', detail: '', status: 500 },
    { code: 'made_up', detail: '', status: 500 },
  ])('refuses %j', (value) => {
    expect(isProblem(value)).toBe(false);
  });
});
