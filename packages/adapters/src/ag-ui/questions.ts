import type { InteractionPart } from '@hitl/protocol';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';
import { readAnswer } from '../base/read-answer.ts';
import { questionRequest } from '../base/requests.ts';
import { partsOfSchema, valuesOfAnswers } from '../base/schema-form.ts';
import { refuse, resolved, type InterruptReading, type Origin } from './interrupt-forms.ts';
import type { AgUiInterrupt } from './wire.ts';

/** The name of the only field of a question whose answer is no object. */
const VALUE = 'value';

/**
 * Reads a question: a form, or one value. A confirmation without a schema is answered with true or false.
 * @throws AdapterError `unsupported_request` where its answer is unknown, or no card shows it whole.
 */
export function readQuestion(
  { id, reason, message, responseSchema }: AgUiInterrupt,
  origin: Origin,
): InterruptReading {
  const schema = responseSchema ?? (reason === 'confirmation' ? { type: 'boolean' } : undefined);
  if (schema === undefined) return refuse(id, 'has no responseSchema, so its answer is unknown');
  const isForm = schema['type'] === 'object' || isRecord(schema['properties']);
  const form = isForm ? schema : { properties: { [VALUE]: schema }, required: [VALUE] };
  const parts = partsOfSchema(form);
  const [only, ...others] = parts;
  if (only === undefined) return refuse(id, 'has a form without fields');
  const title = isText(message) ? message : isText(schema['title']) ? schema['title'] : reason;
  const alone = others.length === 0 && (!isForm || only.type === 'confirm');
  const part: InteractionPart = alone
    ? { ...only, id, title, required: true }
    : { id, type: 'combined', title, required: true, interactions: parts };
  const request = questionRequest({ ...origin, id }, part, { toolName: 'interrupt', toolArgs: {} });
  return {
    request,
    entryOf(response) {
      const answer = readAnswer(request, response);
      // The only word of AG-UI for it.
      if (answer.kind !== 'reply') return { interruptId: id, status: 'cancelled' };
      const { responses = [] } = answer.response;
      const given = alone ? [{ ...answer.response, request_id: only.id }] : responses;
      const values = valuesOfAnswers(form, given);
      return resolved(id, isForm ? values : values[VALUE]);
    },
  };
}
