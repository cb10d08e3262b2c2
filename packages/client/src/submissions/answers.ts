import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';

/** Optional details of an answer. */
export type AnswerDetails = Omit<Partial<InteractionResponse>, 'request_id' | 'type'>;

/**
 * Approval of the call of a request, bound to the arguments that were shown. Remembers nothing
 * unless `details.remember` is set; `details.action` may be `modify_args`.
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

/** Denial of a call, or refusal to answer a question. `note` is passed to the model. */
export function denialOf(request: InteractionRequest, note?: string): InteractionResponse {
  return {
    request_id: request.id,
    type: request.type,
    action: 'deny',
    ...(request.type === 'confirm' && { confirmed: false }),
    ...(note !== undefined && note !== '' && { note }),
  };
}
