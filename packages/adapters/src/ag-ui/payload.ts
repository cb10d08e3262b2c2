import type { InteractionRequest, InteractionResponse, PartResponse } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import type { AgUiResumeEntry } from './wire.ts';

/** The member of an interrupt's `metadata` that holds our request whole, for clients that know it. */
export const REQUEST = 'hitl.interaction_request';

/** The answer to a request that an interrupt carries whole: `responseOf` reads it back. */
export function entryOf(
  request: InteractionRequest,
  response: InteractionResponse,
): AgUiResumeEntry {
  const { args_digest: digest, note, remember, modified_args: editedArgs } = response;
  const denied = actionOf(request, response) === 'deny';
  const reason = note && { reason: note };
  return {
    interruptId: request.id,
    status: 'resolved',
    payload:
      request.purpose === 'authorization'
        ? {
            approved: !denied,
            ...(editedArgs && { editedArgs }),
            ...(remember && { remember }),
            ...reason,
          }
        : denied
          ? { declined: true, ...reason }
          : answerOf(response),
    ...(digest !== undefined && { metadata: { args_digest: digest } }),
  };
}

/** The members that answer, with those of the parts by their ids. */
function answerOf({ text, selected_values, other, confirmed, responses }: PartResponse): object {
  const parts = responses?.map((part) => [part.request_id, answerOf(part)] as const);
  const own = { text, selected_values, other, confirmed };
  return {
    ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)),
    ...(parts && { responses: Object.fromEntries(parts) }),
  };
}
