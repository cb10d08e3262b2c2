import type {
  InteractionPart,
  InteractionRequest,
  InteractionResponse,
  PartResponse,
  RecordedDecision,
} from '../generated/types.ts';
import { actionOf } from '../interaction/action.ts';
import { testTime } from './clock.ts';

/** An answer to `inputRequest()`. */
export function inputResponse(overrides: Partial<InteractionResponse> = {}): InteractionResponse {
  return { ...answer('input'), text: 'Ada', ...overrides };
}

/** An answer to `selectRequest()`. */
export function selectResponse(overrides: Partial<InteractionResponse> = {}): InteractionResponse {
  return { ...answer('select'), selected_values: ['staging'], ...overrides };
}

/** A yes to `confirmRequest()` or `authorizationRequest()`; nothing is remembered. */
export function confirmResponse(overrides: Partial<InteractionResponse> = {}): InteractionResponse {
  return { ...answer('confirm'), confirmed: true, ...overrides };
}

/** An answer to `combinedRequest()`. */
export function combinedResponse(
  overrides: Partial<InteractionResponse> = {},
): InteractionResponse {
  return {
    ...answer('combined'),
    responses: [
      { request_id: 'part_input', type: 'input', text: 'Ada' },
      { request_id: 'part_select', type: 'select', selected_values: ['staging'] },
      { request_id: 'part_confirm', type: 'confirm', confirmed: true },
    ],
    ...overrides,
  };
}

/**
 * A valid answer to the request: as many of the first options as needed; yes; a text of valid
 * length; every part of a combined request.
 */
export function responseTo(
  request: InteractionRequest,
  overrides: Partial<InteractionResponse> = {},
): InteractionResponse {
  return { ...partResponseTo(request), responded_at: testTime(60), ...overrides };
}

/** An answer that fits a part of a combined request. */
export function partResponseTo(part: InteractionPart): PartResponse {
  const { id, type } = part;
  switch (part.type) {
    case 'input': {
      const sample = part.input_type === 'number' ? '42' : 'Ada';
      const length = Math.min(part.max_length ?? Infinity, Math.max(part.min_length ?? 0, 3));
      return { request_id: id, type, text: sample.padEnd(length, '0').slice(0, length) };
    }
    case 'select': {
      const wanted = part.required ? Math.max(part.min_selected ?? 0, 1) : 0;
      const values = part.options.slice(0, wanted).map(({ value }) => value);
      const other = wanted > values.length && part.allow_other && { other: 'Something else' };
      return { request_id: id, type, selected_values: values, ...other };
    }
    case 'confirm':
      return { request_id: id, type, confirmed: true };
    case 'combined':
      return { request_id: id, type, responses: part.interactions.map(partResponseTo) };
  }
}

/**
 * The `decision` of an answer as stored in the log; `undefined` for the plain answer to a question.
 * Rules to remember are added by the caller.
 */
export function recordedDecision(
  request: InteractionRequest,
  response: InteractionResponse,
  overrides: Partial<RecordedDecision> = {},
): RecordedDecision | undefined {
  const action = actionOf(request, response);
  if (action === undefined) return undefined;
  return {
    tool_call_id: request.tool_call_id,
    action,
    ...(response.modified_args !== undefined && { modified_args: response.modified_args }),
    ...(response.note !== undefined && { note: response.note }),
    ...(response.reviewer_id !== undefined && { reviewer_id: response.reviewer_id }),
    ...overrides,
  };
}

function answer(type: InteractionResponse['type']): InteractionResponse {
  return { request_id: 'int_1', type, responded_at: testTime(60) };
}
