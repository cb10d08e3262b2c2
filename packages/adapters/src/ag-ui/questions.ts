import { questionOfSchema } from '@hitl/client/view';
import { isText } from '../base/question.ts';
import { readAnswer } from '../base/read-answer.ts';
import { questionRequest } from '../base/requests.ts';
import { refuse, type ConvertedInterrupt, type Origin } from './interrupt-forms.ts';
import { resolved } from './payload.ts';
import type { AgUiInterrupt } from './wire.ts';

/**
 * Reads a question: a form, or one value. A confirmation without a schema is answered with true or false.
 * @throws AdapterError `unsupported_request` where its answer is unknown, or no card shows it whole.
 */
export function readQuestion(
  { id, reason, message, responseSchema }: AgUiInterrupt,
  origin: Origin,
): ConvertedInterrupt {
  const schema = responseSchema ?? (reason === 'confirmation' ? { type: 'boolean' } : undefined);
  if (schema === undefined) return refuse(id, 'has no responseSchema, so its answer is unknown');
  const title = [message, schema['title']].find(isText) ?? reason;
  const { part, valueOf } = questionOfSchema(schema, { id, title });
  const request = questionRequest({ ...origin, id }, part, { toolName: 'interrupt', toolArgs: {} });
  return {
    request,
    entryOf(response) {
      const answer = readAnswer(request, response);
      // AG-UI has no other status for a refusal.
      if (answer.kind !== 'reply') return { interruptId: id, status: 'cancelled' };
      return resolved(id, valueOf(answer.response));
    },
  };
}
