/**
 * Endpoints and problem codes without zod.
 *
 * @module
 */
export { PROBLEMS, type ProblemCode } from './problem-codes.ts';
export { isProblem, problem } from './problem.ts';
export type { Issue, Problem } from './generated/types.ts';
export { HitlError } from './error.ts';

/**
 * Every endpoint: method and path below the base path; `{name}` is one percent-encoded segment. The
 * bodies are in `http/`.
 */
export const ENDPOINTS = {
  create_run: { method: 'POST', path: '/runs' },
  list_runs: { method: 'GET', path: '/runs' },
  get_run: { method: 'GET', path: '/runs/{run_id}' },
  run_events: { method: 'GET', path: '/runs/{run_id}/events' },
  run_audit: { method: 'GET', path: '/runs/{run_id}/audit' },
  control_run: { method: 'POST', path: '/runs/{run_id}/control' },
  list_sessions: { method: 'GET', path: '/sessions' },
  get_session: { method: 'GET', path: '/sessions/{session_id}' },
  delete_session: { method: 'DELETE', path: '/sessions/{session_id}' },
  session_messages: { method: 'GET', path: '/sessions/{session_id}/messages' },
  session_events: { method: 'GET', path: '/sessions/{session_id}/events' },
  list_interactions: { method: 'GET', path: '/interactions' },
  interaction_events: { method: 'GET', path: '/interactions/events' },
  create_interaction: { method: 'POST', path: '/interactions' },
  respond_batch: { method: 'POST', path: '/interactions/respond' },
  get_interaction: { method: 'GET', path: '/interactions/{interaction_id}' },
  respond: { method: 'POST', path: '/interactions/{interaction_id}/respond' },
  claim_call: { method: 'POST', path: '/interactions/{interaction_id}/claim' },
  complete_call: { method: 'POST', path: '/interactions/{interaction_id}/complete' },
  decide: { method: 'POST', path: '/approvals/{tool_call_id}/decision' },
  tool_consent: { method: 'POST', path: '/tool-consent' },
  get_permissions: { method: 'GET', path: '/permissions/{user_id}' },
  list_rules: { method: 'GET', path: '/permissions/{user_id}/rules' },
  allow: { method: 'POST', path: '/permissions/{user_id}/allow' },
  deny: { method: 'POST', path: '/permissions/{user_id}/deny' },
  ask: { method: 'POST', path: '/permissions/{user_id}/ask' },
  revoke: { method: 'POST', path: '/permissions/{user_id}/revoke' },
  check: { method: 'POST', path: '/permissions/{user_id}/check' },
  list_agents: { method: 'GET', path: '/agents' },
  healthz: { method: 'GET', path: '/healthz' },
  openapi: { method: 'GET', path: '/openapi.json' },
} as const;

/** The name of an endpoint. */
export type EndpointName = keyof typeof ENDPOINTS;

/** The names of the `{…}` segments of a path. */
export type PathParams<P extends string> = P extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParams<Rest>
  : never;

/**
 * The path of an endpoint with its parameters filled in and percent-encoded.
 * @throws TypeError for a parameter that is missing, or empty, `.` or `..`, which no URL can carry.
 */
export function endpointPath<N extends EndpointName>(
  name: N,
  params: Readonly<Record<PathParams<(typeof ENDPOINTS)[N]['path']>, string>>,
): string {
  return ENDPOINTS[name].path.replaceAll(/\{(\w+)\}/g, (_, key: string) => {
    const value = (params as Readonly<Record<string, unknown>>)[key];
    // Two dots would lead to another endpoint.
    if (typeof value === 'string' && !/^\.{0,2}$/.test(value)) return encodeURIComponent(value);
    throw new TypeError(
      `${key} is ${value === '' ? 'empty' : String(value)}; expected an id as a string`,
    );
  });
}
