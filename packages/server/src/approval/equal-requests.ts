import type { InteractionRequest } from '@hitl/protocol';
import { rootOf, sameJson, type ControlState } from '@hitl/protocol/fold';
import { hasPart, isSensitive } from './secrets.ts';

/** All pending requests of a session. */
export function waitingIn(state: ControlState): readonly InteractionRequest[] {
  return Object.values(state.trees)
    .filter((tree) => rootOf(tree).ended === undefined)
    .flatMap((tree) => tree.pending.map(({ request }) => request));
}

/** Members that may differ between equal requests. */
const VARYING_MEMBERS: ReadonlySet<string> = new Set([
  'batch',
  'created_at',
  'expires_at',
  'id',
  'message_id',
  'paused',
  'root_run_id',
  'run_id',
  'step_id',
  'tool_call_id',
]);

/** The requests that equal a given one: from the same user, for the same call or question. */
export function equalTo(
  request: InteractionRequest,
  waiting: readonly InteractionRequest[],
): readonly InteractionRequest[] {
  return waiting.filter((other) => asksTheSame(request, other));
}

function asksTheSame(one: InteractionRequest, other: InteractionRequest): boolean {
  if (one.purpose !== other.purpose || one.args_digest !== other.args_digest) return false;
  if (one.user_id !== other.user_id) return false;
  // Different words of the caller do not make it a different call.
  return one.purpose === 'authorization' || sameJson(comparable(one), comparable(other));
}

function comparable(request: InteractionRequest): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([name]) => !VARYING_MEMBERS.has(name)));
}

/**
 * Whether one answer may serve several equal requests. Not for confirmations, which often approve
 * an effect, nor for sensitive answers.
 */
export function isShareable(request: InteractionRequest, now: string): boolean {
  const isOver = request.expires_at !== undefined && request.expires_at <= now;
  if (request.purpose !== 'question' || isOver || isSensitive(request)) return false;
  return !hasPart(request, (part) => 'type' in part && part.type === 'confirm');
}
