import { writtenArgs, type WrittenArgs } from '@hitl/client/view';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError, unknownRequest } from '../base/adapter-error.ts';
import { editMessage, offeredActions, type EditOptions } from '../base/edits.ts';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';
import { readAnswer } from '../base/read-answer.ts';
import { callRequest } from '../base/requests.ts';

/** A pending call, as in `result.interruptions`, or its JSON. */
export interface InterruptionLike {
  readonly rawItem: object;
  readonly agent: { readonly name: string };
  readonly toolName?: string | undefined;
}

/** The part of a `RunState` that is used here. */
export interface StateLike<Item> {
  approve(item: Item): void;
  reject(item: Item, options?: { message?: string }): void;
}

/** A pending call, as the gate and a card know it. */
export interface WaitingCall extends WrittenArgs {
  readonly toolCallId: string;
  readonly toolName: string;
}

/** The arguments of a call: a text, or members of an item. */
function argsOf(args: unknown): WrittenArgs | undefined {
  if (isText(args)) return writtenArgs(args);
  return isRecord(args) ? { toolArgs: { ...args } } : undefined;
}

/**
 * The call of an interruption: its arguments, or, for a call without any (shell, patch, computer), all of its
 * members.
 * @throws AdapterError `unsupported_request` if it has no id, or arguments that are not an object.
 */
export function callOf({ rawItem, toolName }: InterruptionLike): WaitingCall {
  const {
    type,
    id,
    callId,
    name,
    arguments: text,
    status: _,
    ...rest
  } = rawItem as Partial<Record<string, unknown>>;
  const toolCallId = [callId, id].find(isText);
  const called = [toolName, name, type].find(isText);
  const args = argsOf(text === undefined ? rest : text);
  if (toolCallId === undefined || called === undefined || args === undefined) {
    throw new AdapterError(
      'unsupported_request',
      `An interruption of type ${String(type)} has no id, no tool, or arguments that are no object.`,
    );
  }
  return { toolCallId, toolName: called, ...args };
}

/** Options of `interruptionRequests`. */
export interface RequestOptions extends EditOptions {
  /** Id of the conversation. */
  readonly sessionId: string;
  /** ISO 8601 time at which the calls became pending. Default: now. */
  readonly createdAt?: string | undefined;
}

/**
 * Converts the pending calls to interaction requests, in their order. A request has the id of its call, which
 * stays the same after the state was stored and loaded.
 * @throws AdapterError `unsupported_request`.
 */
export function interruptionRequests(
  interruptions: readonly InterruptionLike[],
  options: RequestOptions,
): InteractionRequest[] {
  const { sessionId, createdAt = new Date().toISOString() } = options;
  return interruptions.map((interruption, index) => {
    const { toolCallId, toolName, toolArgs, unclear } = callOf(interruption);
    const request = callRequest(
      {
        id: toolCallId,
        sessionId,
        createdAt,
        messageId: sessionId,
        agentPath: [interruption.agent.name],
      },
      {
        toolName,
        toolArgs,
        reason: unclear,
        allowedActions: offeredActions(unclear === undefined ? options : {}),
      },
    );
    const { length: size } = interruptions;
    return size > 1 ? { ...request, batch: { index, size } } : request;
  });
}

/**
 * Applies an answer to the state of a run. Run the agent with the state once all the answers you want are
 * applied: calls without one stay pending.
 * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; the state is unchanged
 * then.
 */
export function respondToInterruption<Item extends InterruptionLike>(
  state: StateLike<Item>,
  interruptions: readonly Item[],
  response: InteractionResponse,
  options: EditOptions = {},
): void {
  const item = interruptions.find((one) => callOf(one).toolCallId === response.request_id);
  if (item === undefined) throw unknownRequest(response.request_id);
  const [request] = interruptionRequests([item], { ...options, sessionId: 'run' });
  if (request === undefined) return;
  const answer = readAnswer(request, response);
  switch (answer.kind) {
    case 'approve':
      return state.approve(item);
    case 'deny':
      return state.reject(item, answer.note === undefined ? {} : { message: answer.note });
    case 'modify_args':
      return state.reject(item, { message: editMessage(answer.args) });
    case 'answer':
      return state.reject(item, { message: answer.text });
    default:
      throw new AdapterError('unsupported_answer', answer.kind);
  }
}
