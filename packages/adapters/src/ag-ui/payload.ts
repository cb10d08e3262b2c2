import type { InteractionRequest, InteractionResponse, PartResponse } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import type { AgUiResumeEntry } from './wire.ts';

/** The member of an interrupt's `metadata` that holds the whole request, for clients that know it. */
export const REQUEST = 'hitl.interaction_request';

/** Creates the payload for a request that an interrupt carries; `responseOf` reads it back. */
export function entryOf(
  request: InteractionRequest,
  response: InteractionResponse,
): AgUiResumeEntry {
  const { args_digest, note: reason = '', remember, modified_args: editedArgs } = response;
  const denied = actionOf(request, response) === 'deny';
  const said = reason === '' ? {} : { reason };
  const payload =
    request.purpose === 'authorization'
      ? { approved: !denied, editedArgs, remember, ...said }
      : denied
        ? { declined: true, ...said }
        : answerOf(response);
  return {
    ...resolved(request.id, payload),
    ...(args_digest !== undefined && { metadata: { args_digest } }),
  };
}

/** Converts an answer to an entry. Members without a value are left out, as in JSON. */
export function resolved(interruptId: string, payload: unknown): AgUiResumeEntry {
  return { interruptId, status: 'resolved', payload: JSON.parse(JSON.stringify(payload)) };
}

/** The members that answer, with those of the parts by their ids. */
function answerOf({ text, selected_values, other, confirmed, responses }: PartResponse): object {
  const parts = responses?.map((part) => [part.request_id, answerOf(part)] as const);
  return {
    text,
    selected_values,
    other,
    confirmed,
    responses: parts && Object.fromEntries(parts),
  };
}
