import { ApprovalDecisionSchema, ToolConsentSchema } from '@hitl/protocol';
import type { Edge } from '../endpoint.ts';
import { route } from '../route.ts';

/** Endpoints that answer by the id of a tool call. */
export function approvalEndpoints(edge: Edge) {
  const { engine } = edge;
  return {
    decide: route(
      edge,
      { takesKey: true, body: ApprovalDecisionSchema, repeats: 'tool_call_id' },
      ({ caller, body, key }) => engine.decide(caller, body, key),
    ),
    tool_consent: route(
      edge,
      { takesKey: true, body: ToolConsentSchema },
      ({ caller, body, key }) => engine.consent(caller, body, key),
    ),
  };
}
