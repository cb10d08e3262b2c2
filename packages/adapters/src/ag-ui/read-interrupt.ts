import { isSnapshot } from '@hitl/protocol/guard';
import type { InteractionRequest } from '@hitl/protocol';
import { readAnswer } from '../base/read-answer.ts';
import {
  isBoolean,
  propertiesOf,
  readApproval,
  type ConvertedInterrupt,
  type MessageCall,
  type Origin,
} from './interrupt-forms.ts';
import { entryOf, REQUEST } from './payload.ts';
import { readQuestion } from './questions.ts';
import type { AgUiInterrupt } from './wire.ts';

/**
 * Reads an interrupt. One that carries an interaction request is shown as that request, any other as its
 * reason, message and `responseSchema` say.
 * @throws AdapterError `unsupported_request` if no card can show all of it.
 */
export function readInterrupt(
  interrupt: AgUiInterrupt,
  origin: Origin,
  call: MessageCall | undefined,
): ConvertedInterrupt {
  const embedded = requestIn(interrupt);
  if (embedded !== undefined) return readEmbedded(embedded);
  const { reason, toolCallId = '', responseSchema: schema } = interrupt;
  const isApproval = toolCallId !== '' && isBoolean(propertiesOf(schema)['approved']);
  return isApproval || reason === 'tool_call'
    ? readApproval(interrupt, origin, call)
    : readQuestion(interrupt, origin);
}

/**
 * The interaction request in the metadata; `undefined` if it is not valid or belongs to another interrupt.
 */
function requestIn({ id, metadata }: AgUiInterrupt): InteractionRequest | undefined {
  const snapshot: unknown = { interactions: [metadata?.[REQUEST]] };
  const [request] = isSnapshot(snapshot) ? snapshot.interactions : [];
  return request?.id === id ? request : undefined;
}

function readEmbedded(embedded: InteractionRequest): ConvertedInterrupt {
  const supported = ['approve', 'deny', 'modify_args'];
  const request: InteractionRequest = {
    ...embedded,
    allowed_actions: embedded.allowed_actions.filter((action) => supported.includes(action)),
  };
  return {
    request,
    entryOf(response) {
      readAnswer(request, response, true);
      return entryOf(request, response);
    },
  };
}
