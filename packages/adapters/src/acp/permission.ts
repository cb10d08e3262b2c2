import { unclearIn } from '@hitl/client/view';
import type { InteractionPart, InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { readAnswer } from '../base/read-answer.ts';
import { callRequest, questionRequest } from '../base/requests.ts';
import { isText } from '../base/question.ts';
import { mapToolCall, type ToolCallLike } from './tool-calls.ts';

/** An option of a permission request. */
export interface OptionLike {
  readonly optionId: string;
  readonly name: string;
  /**
   * `allow_once`, `allow_always`, `reject_once`, `reject_always`; any other kind is specific to the agent.
   */
  readonly kind: string;
}

/** Params of `session/request_permission`. */
export interface PermissionParams {
  readonly sessionId: string;
  readonly toolCall: ToolCallLike;
  readonly options: readonly OptionLike[];
}

/** Result of `session/request_permission`. `cancelled`: the turn was cancelled, and no one decided. */
export interface PermissionResult {
  outcome: { outcome: 'selected'; optionId: string } | { outcome: 'cancelled' };
}

/** The options of a request that is a plain yes or no. */
interface PlainOptions {
  readonly allow: string;
  readonly reject: string;
  readonly allowAlways: string | undefined;
  readonly rejectAlways: string | undefined;
}

const KINDS: readonly string[] = ['allow_once', 'allow_always', 'reject_once', 'reject_always'];

/**
 * Reads the options as a yes or no, if they are one: one option to allow and one to reject, each with at most
 * one "always" variant. Any other set of options is a choice specific to the agent, and only its words say
 * what it means.
 */
export function plainOptions(options: readonly OptionLike[]): PlainOptions | undefined {
  const [allow = [], allowAlways = [], reject = [], rejectAlways = []] = KINDS.map((kind) =>
    options.filter((option) => option.kind === kind).map(({ optionId }) => optionId),
  );
  const [yes, ...yeses] = allow;
  const [no, ...noes] = reject;
  const known = options.every(({ kind }) => KINDS.includes(kind));
  if (!known || yes === undefined || no === undefined || yeses.length + noes.length > 0) {
    return undefined;
  }
  if (allowAlways.length > 1 || rejectAlways.length > 1) return undefined;
  // An id of two options does not say which of them was selected.
  if (new Set(options.map(({ optionId }) => optionId)).size < options.length) return undefined;
  return { allow: yes, reject: no, allowAlways: allowAlways[0], rejectAlways: rejectAlways[0] };
}

/** Selects an option of the agent. */
export function selected(optionId: string): PermissionResult {
  return { outcome: { outcome: 'selected', optionId } };
}

/** Answer to all pending requests when the turn is cancelled. */
export function cancelled(): PermissionResult {
  return { outcome: { outcome: 'cancelled' } };
}

/**
 * Shows options that are no plain yes or no as a choice in the agent's words.
 * @throws AdapterError `unsupported_request` if there are none.
 */
export function optionsQuestion({ toolCall, options }: PermissionParams): InteractionPart {
  if (options.length === 0) {
    throw new AdapterError('unsupported_request', 'The agent gives no options.');
  }
  return {
    id: toolCall.toolCallId,
    type: 'select',
    title: isText(toolCall.title) ? toolCall.title : mapToolCall(toolCall).toolName,
    required: true,
    options: options.map(({ optionId, name }) => ({ value: optionId, label: name })),
    multiple: false,
    allow_other: false,
  };
}

/** Origin of a request. */
export interface PermissionRequestOptions {
  /** ISO 8601 time at which the agent asked. Default: now. */
  readonly createdAt?: string | undefined;
}

/**
 * Converts a permission request to an interaction request: a call, or a choice among the agent's options if
 * they are more than a yes or no. The request has the id of the call, in its session.
 * @throws AdapterError `unsupported_request` if there are no options, or a choice is about arguments that have
 * lost digits on the way.
 */
export function permissionRequest(
  params: PermissionParams,
  { createdAt = new Date().toISOString() }: PermissionRequestOptions = {},
): InteractionRequest {
  const { sessionId, toolCall } = params;
  const { toolCallId, title } = toolCall;
  const { toolName, toolArgs } = mapToolCall(toolCall);
  const origin = { id: `${sessionId}:${toolCallId}`, sessionId, toolCallId, createdAt };
  const terms = { toolName, toolArgs: { ...toolArgs } };
  const reason = unclearIn(toolArgs);
  if (plainOptions(params.options) === undefined) {
    // Only the agent knows which of its options let the call run.
    if (reason !== undefined) throw new AdapterError('unsupported_request', reason);
    return questionRequest(origin, optionsQuestion(params), { ...terms, canDecline: false });
  }
  return callRequest(origin, {
    ...terms,
    description: isText(title) ? title : undefined,
    reason,
    allowedActions: reason === undefined ? ['approve', 'deny'] : ['deny'],
  });
}

/** The option that remembers the decision, if the agent offers one. */
function always(optionId: string | undefined, what: string): PermissionResult {
  if (optionId !== undefined) return selected(optionId);
  throw new AdapterError('unsupported_answer', `The agent has no option to ${what} always.`);
}

/**
 * Converts a person's answer to the result that ACP expects. `remember` with the scope `always` and without
 * patterns selects the agent's own "always" option, whose extent only the agent knows.
 * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`.
 */
export function permissionResult(
  params: PermissionParams,
  response: InteractionResponse,
): PermissionResult {
  const request = permissionRequest(params);
  if (request.id !== response.request_id) {
    throw new AdapterError('unknown_request', `${request.id} is not ${response.request_id}.`);
  }
  const { scope = 'once', ...rules } = response.remember ?? {};
  if (scope === 'session' || Object.keys(rules).length > 0) {
    throw new AdapterError('unsupported_answer', 'ACP remembers in a way of its own: no patterns.');
  }
  const answer = readAnswer(request, response, true);
  const plain = plainOptions(params.options);
  if (plain === undefined) return selected(response.selected_values?.[0] ?? '');
  if (answer.kind === 'approve') {
    return scope === 'always' ? always(plain.allowAlways, 'allow') : selected(plain.allow);
  }
  if (answer.kind === 'deny') {
    return scope === 'always' ? always(plain.rejectAlways, 'reject') : selected(plain.reject);
  }
  throw new AdapterError('unsupported_answer', answer.kind);
}
