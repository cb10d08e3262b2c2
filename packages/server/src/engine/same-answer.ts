import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { actionOf, canonicalJson } from '@hitl/protocol/fold';
import type { InteractionRecord } from '../store/store.ts';
import type { AnswerOptions } from './engine.ts';

/** Relation of an answer to the winning one. */
export type Repetition = 'same' | 'other' | 'key_conflict';

/**
 * A repeated answer of the same caller gets the same reply, through any endpoint: only its content
 * counts, not its form or time.
 */
export function compareAnswer(
  record: InteractionRecord,
  response: InteractionResponse,
  caller: string | undefined,
  options: AnswerOptions,
): Repetition {
  const { idempotencyKey: key } = options;
  if (record.response === undefined || record.caller !== caller) return 'other';
  const request = record.interaction_request;
  const same = meaningOf(request, record.response) === meaningOf(request, response);
  if (key !== undefined && key === record.idempotency_key) return same ? 'same' : 'key_conflict';
  return same ? 'same' : 'other';
}

function meaningOf(request: InteractionRequest, response: InteractionResponse): string {
  const { text, selected_values, other, responses, modified_args, note, remember } = response;
  const action = actionOf(request, response);
  return canonicalJson({
    action,
    text,
    selected_values,
    other,
    responses,
    modified_args,
    note,
    ...(action === undefined && { confirmed: response.confirmed }),
    ...(remember?.scope !== 'once' && { remember }),
  });
}
