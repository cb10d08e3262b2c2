import type { WrittenArgs } from '@hitl/client/view';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { readAnswer } from '../base/read-answer.ts';
import { callRequest, type RequestOrigin } from '../base/requests.ts';
import { resolved } from './payload.ts';
import type { AgUiInterrupt, AgUiResumeEntry } from './wire.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The request for an interrupt, and a function that converts its answer to an entry of `resume`. */
export interface ConvertedInterrupt {
  readonly request: InteractionRequest;
  readonly entryOf: (response: InteractionResponse) => AgUiResumeEntry;
}

/** A call in the messages of the agent. */
export interface MessageCall extends WrittenArgs {
  readonly messageId: string;
  readonly toolName: string;
}

/** Origin of an interrupt. */
export type Origin = Omit<RequestOrigin, 'id'>;

/** Throws because no card can show an interrupt. */
export function refuse(id: string, what: string): never {
  throw new AdapterError('unsupported_request', `The interrupt ${id} ${what}.`);
}

/** The members of an object that a schema describes. */
export const propertiesOf = (schema: Schema | undefined): Schema => {
  const properties = schema?.['properties'];
  return isRecord(properties) ? properties : {};
};

/** Whether a schema is of true or false. */
export function isBoolean(schema: unknown): boolean {
  return isRecord(schema) && schema['type'] === 'boolean';
}

/** The answers that an approval can take; throws if the agent needs anything else. */
export function readApproval(
  { id, message, responseSchema: schema }: AgUiInterrupt,
  origin: Origin,
  call: MessageCall | undefined,
): ConvertedInterrupt {
  // Without its arguments, a person would allow what they do not see.
  if (call === undefined) return refuse(id, 'is about a call that is not in the messages');
  const { approved, editedArgs: edits, reason } = propertiesOf(schema);
  if (schema !== undefined && !isBoolean(approved)) refuse(id, 'has no approved in its schema');
  const needed: unknown[] = Array.isArray(schema?.['required']) ? schema['required'] : [];
  const more = needed.filter((name) => name !== 'approved');
  if (more.length > 0) refuse(id, `needs ${more.join(', ')} besides a decision`);
  const { messageId, toolName, toolArgs, unclear } = call;
  const editedArgs = unclear === undefined ? edits : undefined;
  const takesReason = reason !== undefined || schema?.['additionalProperties'] !== false;
  const request = callRequest(
    { ...origin, id, messageId },
    {
      toolName,
      toolArgs,
      toolSchema:
        isRecord(editedArgs) && isRecord(editedArgs['properties']) ? editedArgs : undefined,
      description: message,
      reason: unclear,
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
        editedArgs: answer.kind === 'modify_args' ? answer.args : undefined,
        reason: note,
      });
    },
  };
}
