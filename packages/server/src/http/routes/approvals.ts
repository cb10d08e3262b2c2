import { ApprovalDecisionSchema, ToolConsentSchema } from '@hitl/protocol';
import { success } from '../../base/result.ts';
import { readBody, readBodyOf } from '../body.ts';
import type { Edge, Endpoints } from '../endpoint.ts';
import { readIdempotencyKey } from '../headers.ts';
import { json } from '../problems.ts';

/** Endpoints that answer by the id of a tool call. */
export function approvalEndpoints(edge: Edge): Endpoints<'decide' | 'tool_consent'> {
  const { engine } = edge;
  return {
    async decide({ request, caller, params }) {
      const key = readIdempotencyKey(request.headers);
      if (!key.ok) return key;
      const path = ['tool_call_id', params['tool_call_id'] ?? ''] as const;
      const body = await readBodyOf(request, ApprovalDecisionSchema, edge, path);
      if (!body.ok) return body;
      const decided = await engine.decide(caller, body.value, key.value);
      return decided.ok ? success(json(200, decided.value)) : decided;
    },
    async tool_consent({ request, caller }) {
      const key = readIdempotencyKey(request.headers);
      if (!key.ok) return key;
      const body = await readBody(request, ToolConsentSchema, edge);
      if (!body.ok) return body;
      const given = await engine.consent(caller, body.value, key.value);
      return given.ok ? success(json(200, given.value)) : given;
    },
  };
}
