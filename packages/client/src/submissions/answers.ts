import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';

/** What may be added to an answer, or changed in it. */
export type AnswerDetails = Omit<Partial<InteractionResponse>, 'request_id' | 'type'>;

/**
 * Leave for the call that a request asks about, bound to the arguments that were shown. Remembers
 * nothing unless `details.remember` says so; `details.action` may be `modify_args`.
 */
export function approvalOf(
  request: InteractionRequest,
  details: AnswerDetails = {},
): InteractionResponse {
  return {
    request_id: request.id,
    type: request.type,
    confirmed: true,
    action: 'approve',
    ...(request.args_digest !== undefined && { args_digest: request.args_digest }),
    remember: { scope: 'once' },
    ...details,
  };
}

/** A refusal: of a call, or to answer a question. `note` is told to the model. */
export function denialOf(request: InteractionRequest, note?: string): InteractionResponse {
  return {
    request_id: request.id,
    type: request.type,
    action: 'deny',
    ...(request.type === 'confirm' && { confirmed: false }),
    ...(note !== undefined && note !== '' && { note }),
  };
}
