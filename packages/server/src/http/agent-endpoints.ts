import type { EndpointName } from '@hitl/protocol/endpoints';

/**
 * Endpoints for the role `agent`: it can start runs, ask, and read the outcome. It cannot answer or
 * change rules or runs. All other endpoints are forbidden.
 */
export const AGENT_ENDPOINTS: ReadonlySet<EndpointName> = new Set<EndpointName>([
  'create_run',
  'list_runs',
  'get_run',
  'run_events',
  'run_audit',
  'list_sessions',
  'get_session',
  'session_messages',
  'session_events',
  'list_interactions',
  'interaction_events',
  'create_interaction',
  'get_interaction',
  'claim_call',
  'complete_call',
  'get_permissions',
  'list_rules',
  'check',
  'list_agents',
  'healthz',
  'openapi',
]);
