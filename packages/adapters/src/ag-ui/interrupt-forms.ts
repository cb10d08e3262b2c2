import { isSnapshot } from '@hitl/protocol/guard';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { readAnswer } from '../base/read-answer.ts';
import { callRequest, type RequestOrigin } from '../base/requests.ts';
import { entryOf, REQUEST } from './payload.ts';
import type { AgUiInterrupt, AgUiResumeEntry } from './wire.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The request that an interrupt is, and the entry of `resume` for an answer that fits it. */
export interface InterruptReading {
  readonly request: InteractionRequest;
  readonly entryOf: (response: InteractionResponse) => AgUiResumeEntry;
}

/** A call in the messages of the agent. */
export interface KnownCall {
  readonly messageId: string;
  readonly toolName: string;
  readonly toolArgs: Record<string, unknown>;
}

/** Where an interrupt comes from. */
export type Origin = Omit<RequestOrigin, 'id'>;

/** Reads a question; nothing while what reads it is not there yet. */
export type QuestionReader = (
  interrupt: AgUiInterrupt,
  origin: Origin,
) => InterruptReading | undefined;

/** Says that no card shows an interrupt. */
export function refuse(id: string, what: string): never {
  throw new AdapterError('unsupported_request', `The interrupt ${id} ${what}.`);
}

const propertiesOf = (schema: Schema | undefined): Schema => {
  const properties = schema?.['properties'];
  return isRecord(properties) ? properties : {};
};

function isBoolean(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === 'boolean';
}

/**
 * Reads an interrupt: one that carries a request of ours is shown as that request, any other as what its
 * reason, message and `responseSchema` say.
 * @throws AdapterError `unsupported_request` where no card shows it whole.
 */
export function readInterrupt(
  interrupt: AgUiInterrupt,
  origin: Origin,
  call: KnownCall | undefined,
  readQuestion: QuestionReader,
): InterruptReading | undefined {
  const carried = requestIn(interrupt);
  if (carried !== undefined) return readCarried(carried);
  const { reason, toolCallId = '', responseSchema: schema } = interrupt;
  const isApproval = toolCallId !== '' && isBoolean(propertiesOf(schema)['approved']);
  return isApproval || reason === 'tool_call'
    ? readApproval(interrupt, origin, call)
    : readQuestion(interrupt, origin);
}

/** The request of ours in the metadata; nothing where it is none, or is another interrupt's. */
function requestIn({ id, metadata }: AgUiInterrupt): InteractionRequest | undefined {
  const snapshot: unknown = { interactions: [metadata?.[REQUEST]] };
  const [request] = isSnapshot(snapshot) ? snapshot.interactions : [];
  return request?.id === id ? request : undefined;
}

function readCarried(carried: InteractionRequest): InterruptReading {
  const sayable = ['approve', 'deny', 'modify_args'];
  const request: InteractionRequest = {
    ...carried,
    allowed_actions: carried.allowed_actions.filter((action) => sayable.includes(action)),
  };
  return {
    request,
    entryOf(response) {
      readAnswer(request, response, true);
      return entryOf(request, response);
    },
  };
}

/** What an approval may be told, and refuses whatever else the agent needs. */
function readApproval(
  { id, message, responseSchema: schema }: AgUiInterrupt,
  origin: Origin,
  call: KnownCall | undefined,
): InterruptReading {
  // Without its arguments, a person would allow what they do not see.
  if (call === undefined) return refuse(id, 'is about a call that is not in the messages');
  const { approved, editedArgs, reason } = propertiesOf(schema);
  if (schema !== undefined && !isBoolean(approved)) refuse(id, 'has no approved in its schema');
  const needed: unknown[] = Array.isArray(schema?.['required']) ? schema['required'] : [];
  const more = needed.filter((name) => name !== 'approved');
  if (more.length > 0) refuse(id, `needs ${more.join(', ')} besides a decision`);
  const { messageId, toolName, toolArgs } = call;
  const takesReason = reason !== undefined || schema?.['additionalProperties'] !== false;
  const request = callRequest(
    { ...origin, id, messageId },
    {
      toolName,
      toolArgs,
      toolSchema:
        isRecord(editedArgs) && isRecord(editedArgs['properties']) ? editedArgs : undefined,
      description: message,
      allowedActions: [
        'approve',
        'deny',
        ...(editedArgs === undefined ? [] : (['modify_args'] as const)),
      ],
    },
  );
  return {
    request,
    entryOf(response) {
      const answer = readAnswer(request, response);
      const note = answer.kind === 'deny' && takesReason ? answer.note : undefined;
      return resolved(id, {
        approved: answer.kind !== 'deny',
        ...(answer.kind === 'modify_args' && { editedArgs: answer.args }),
        ...(note !== undefined && { reason: note }),
      });
    },
  };
}

/** An answer. */
export function resolved(interruptId: string, payload: unknown): AgUiResumeEntry {
  return { interruptId, status: 'resolved', payload };
}
