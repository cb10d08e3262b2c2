import type { EventData, InteractionOutcome, InteractionRequest } from '../generated/types.ts';
import type { CallState, Refusal } from './state.ts';

/**
 * A call after its request was answered. `isAskedMore`: another request of the call is pending. A
 * refused call stays refused, whatever is answered to its other questions.
 */
export function answeredCall(
  call: CallState,
  request: InteractionRequest,
  { response, decision }: EventData['interaction_response'],
  isAskedMore: boolean,
): CallState {
  if (decision?.action === 'abort_run' || call.status === 'refused') return call;
  if (decision?.action === 'deny') {
    return request.purpose === 'authorization'
      ? refuse(call, 'denied', withNote('User denied consent', decision.note))
      : refuse(call, 'declined', withNote('User declined to answer', decision.note));
  }
  const key = request.metadata['ask_key'];
  const answers = [...call.answers, { ...(typeof key === 'string' && { key }), response }];
  const ready: CallState = { ...call, status: isAskedMore ? 'waiting' : 'ready' };
  if (request.purpose === 'recovery') {
    switch (response.selected_values?.[0]) {
      case 'retry':
        return { ...ready, approved: true };
      case 'mark_done':
        return { ...ready, supplied: true, answers };
      default:
        return refuse(call, 'failed', response.text || 'The user marked the call as failed');
    }
  }
  switch (decision?.action) {
    case 'approve':
      return { ...ready, approved: true };
    case 'modify_args': {
      const args = decision.modified_args ?? call.args;
      return { ...ready, approved: true, edited: true, args };
    }
    case 'answer':
      return { ...ready, supplied: true, answers };
    default:
      return { ...ready, answers };
  }
}

/** A call after its request was settled without an answer; an answered call is unchanged. */
export function unansweredCall(
  call: CallState,
  request: InteractionRequest,
  outcome: InteractionOutcome,
): CallState {
  if (call.status !== 'waiting') return call;
  switch (outcome) {
    case 'answered':
      return call;
    case 'expired':
      return request.purpose === 'question'
        ? refuse(call, 'unanswered', 'User did not answer in time')
        : refuse(call, 'denied', 'User consent request timed out');
    case 'cancelled':
      return refuse(call, 'cancelled', 'Run aborted');
    case 'superseded':
      return refuse(call, 'cancelled', 'superseded by a new message');
  }
}

function refuse(call: CallState, kind: Refusal['kind'], reason: string): CallState {
  return { ...call, status: 'refused', refusal: { kind, reason } };
}

function withNote(reason: string, note: string | undefined): string {
  return note ? `${reason}: ${note}` : reason;
}
