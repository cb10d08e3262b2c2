import type { EndpointName } from '@hitl/protocol/endpoints';

/**
 * What a caller of the role `agent` may use: it starts runs, asks, and reads what became of that. It
 * answers nothing, and changes no rule and no run. An endpoint that is not listed is closed to it.
 */
export const OPEN_TO_AGENTS: ReadonlySet<EndpointName> = new Set<EndpointName>([
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
