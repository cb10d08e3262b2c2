import type { EventData, InteractionRequest } from '@hitl/protocol';
import type { Recorder } from './recorder.ts';

/** Additional data of an authorization's notice. */
export type AuthNotice = Pick<
  EventData['tool_auth_required'],
  'args_preview' | 'suggested_patterns' | 'expires_at_hint'
>;

/** Adds a request, and for an authorization its notice. */
export function announce(
  log: Recorder,
  request: InteractionRequest,
  auth: AuthNotice | undefined,
): void {
  log.add({
    type: 'interaction_request',
    run_id: request.run_id,
    data: { interaction_request: request },
  });
  if (auth === undefined) return;
  log.add({
    type: 'tool_auth_required',
    run_id: request.run_id,
    data: {
      tool_call_id: request.tool_call_id,
      interaction_id: request.id,
      tool_name: request.tool_name,
      ...auth,
      reason: request.reason ?? 'Tool requires user consent',
      ...(request.risk_level !== undefined && { risk_level: request.risk_level }),
    },
  });
}
