import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { isText } from '../base/question.ts';
import { declineMessage, readAnswer } from '../base/read-answer.ts';
import { callRequest, questionRequest } from '../base/requests.ts';
import { answeredInput, isQuestion, questionPart } from './questions.ts';

/** A call passed to `canUseTool`. */
export interface PermissionCall {
  readonly toolName: string;
  readonly input: Record<string, unknown>;
  readonly context: PermissionContext;
}

/** The part of the third argument of `canUseTool` that is used here. */
export interface PermissionContext {
  readonly toolUseID: string;
  /** Set for calls of a subagent. */
  readonly agentID?: string | undefined;
  /** The sentence of Claude Code's own prompt. */
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly decisionReason?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Result of `canUseTool`: a `PermissionResult` of the SDK. */
export type PermissionAnswer =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string; interrupt?: boolean };

/** A `canUseTool` for the options of `query`. */
export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  context: PermissionContext,
) => Promise<PermissionAnswer>;

/** Terminal escape sequences, such as colours, which reasons of Claude Code may contain. */
// oxlint-disable-next-line no-control-regex -- they begin with a control character
const ESCAPES = /\u001B\[[\d;?]*[A-Za-z]/g;

/** A text of Claude Code for display, if there is one. */
export function plainText(text: string | undefined): string | undefined {
  return isText(text) ? text.replaceAll(ESCAPES, '') : undefined;
}

/**
 * The id of a call.
 * @throws AdapterError `bad_option` if the version of the SDK is too old to pass it.
 */
export function idOf({ toolUseID }: PermissionContext): string {
  if (isText(toolUseID)) return toolUseID;
  throw new AdapterError('bad_option', 'canUseTool was called without toolUseID.');
}

/** Origin of a request. */
export interface PermissionRequestOptions {
  /** Id of the conversation. */
  readonly sessionId: string;
  /** ISO 8601 time at which Claude Code asked. Default: now. */
  readonly createdAt?: string | undefined;
}

/**
 * Converts a call that Claude Code asks about to an interaction request: an approval, or the questions of
 * `AskUserQuestion`. The request has the id of the call.
 * @throws AdapterError `unsupported_request` for questions that no card can show.
 */
export function permissionRequest(
  { toolName, input, context }: PermissionCall,
  options: PermissionRequestOptions,
): InteractionRequest {
  const { sessionId, createdAt = new Date().toISOString() } = options;
  const { agentID } = context;
  const id = idOf(context);
  const origin = {
    id,
    sessionId,
    createdAt,
    ...(agentID !== undefined && { agentPath: [agentID] }),
  };
  const terms = { toolName, toolArgs: input };
  if (isQuestion(toolName)) return questionRequest(origin, questionPart(input, id), terms);
  return callRequest(origin, {
    ...terms,
    reason: plainText(context.decisionReason),
    description: plainText(context.title) ?? plainText(context.description),
    allowedActions: ['approve', 'deny', 'modify_args', 'answer', 'abort_run'],
  });
}

/** Ends the turn of Claude Code, which replaces the message by its own. */
export const STOPPED: PermissionAnswer = {
  behavior: 'deny',
  message: 'The run was stopped.',
  interrupt: true,
};

/** A person's refusal of a question, for the model. */
export function declined(note: string | undefined): PermissionAnswer {
  return { behavior: 'deny', message: declineMessage(note) };
}

/**
 * Converts a person's answer to the result of `canUseTool`.
 * @throws AdapterError `invalid_response` or `unsupported_answer`.
 */
export function permissionAnswer(
  { toolName, input, context }: PermissionCall,
  response: InteractionResponse,
): PermissionAnswer {
  const request = permissionRequest({ toolName, input, context }, { sessionId: 'session' });
  if (request.id !== response.request_id) {
    throw new AdapterError('unknown_request', `${request.id} is not ${response.request_id}.`);
  }
  const answer = readAnswer(request, response);
  switch (answer.kind) {
    case 'approve':
      return { behavior: 'allow', updatedInput: input };
    case 'modify_args':
      return { behavior: 'allow', updatedInput: answer.args };
    case 'deny':
      return { behavior: 'deny', message: answer.note ?? 'User denied consent' };
    case 'answer':
      return { behavior: 'deny', message: answer.text };
    case 'reply':
      return { behavior: 'allow', updatedInput: answeredInput(input, answer.response) };
    case 'decline':
      return declined(answer.note);
    case 'abort_run':
      return STOPPED;
    default:
      throw new AdapterError('unsupported_answer', answer.kind);
  }
}
