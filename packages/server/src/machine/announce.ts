import type { InteractionRequest } from '@hitl/protocol';
import type { Recorder } from './recorder.ts';

/** Adds a request, and for an authorization its notice, which repeats some of its metadata. */
export function announce(log: Recorder, request: InteractionRequest): void {
  const { run_id: runId, tool_call_id, tool_name, metadata } = request;
  log.add('interaction_request', runId, { interaction_request: request });
  if (request.purpose !== 'authorization') return;
  const { args_preview: preview, suggested_patterns: patterns, expires_at_hint: hint } = metadata;
  const texts: unknown[] = Array.isArray(patterns) ? patterns : [];
  log.add('tool_auth_required', runId, {
    tool_call_id,
    interaction_id: request.id,
    tool_name,
    args_preview: typeof preview === 'string' ? preview : '',
    suggested_patterns: texts.filter((pattern) => typeof pattern === 'string'),
    expires_at_hint: typeof hint === 'string' ? hint : undefined,
    reason: request.reason ?? 'Tool requires user consent',
    risk_level: request.risk_level,
  });
}
