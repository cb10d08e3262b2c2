import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { isText } from '../base/question.ts';
import { readAnswer } from '../base/read-answer.ts';
import { callRequest } from '../base/requests.ts';

/** A call that waits, as `result.interruptions` has it, or as its JSON. */
export interface InterruptionLike {
  readonly rawItem: object;
  readonly agent: { readonly name: string };
  readonly toolName?: string | undefined;
}

/** The state of a run, as far as it is told here: a `RunState`. */
export interface StateLike<Item> {
  approve(item: Item): void;
  reject(item: Item, options?: { message?: string }): void;
}

/** How answers are passed on. */
export interface InterruptionOptions {
  /**
   * What becomes of edited arguments, which the SDK cannot be told. `deny`: the call is rejected, and
   * the message asks the model to call again with those. Default: editing is not offered.
   */
  readonly edits?: 'deny' | undefined;
}

/** A call that waits, as the gate and a card know it. */
export interface WaitingCall {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly toolArgs: Record<string, unknown>;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * The call of an interruption: its arguments, or, of a call that has none (shell, patch, computer), all
 * that it says.
 * @throws AdapterError `unsupported_request` where it has no id, or arguments that are no object.
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
  const args = text === undefined ? rest : isText(text) ? parsed(text) : text;
  if (toolCallId === undefined || called === undefined || !isRecord(args)) {
    throw new AdapterError(
      'unsupported_request',
      `An interruption of type ${String(type)} has no id, no tool, or arguments that are no object.`,
    );
  }
  return { toolCallId, toolName: called, toolArgs: { ...args } };
}

/** Options of `interruptionRequests`. */
export interface RequestOptions extends InterruptionOptions {
  /** Names the conversation. */
  readonly sessionId: string;
  /** ISO 8601: since when they wait. Default: now. */
  readonly createdAt?: string | undefined;
}

/**
 * The calls that wait as requests for a card each, in their order. The id of a request is the id of its
 * call, and is the same after the state was stored and loaded.
 * @throws AdapterError `unsupported_request`.
 */
export function interruptionRequests(
  interruptions: readonly InterruptionLike[],
  options: RequestOptions,
): InteractionRequest[] {
  const { sessionId, createdAt = new Date().toISOString(), edits } = options;
  return interruptions.map((interruption, index) => {
    const { toolCallId, toolName, toolArgs } = callOf(interruption);
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
        allowedActions: [
          'approve',
          'deny',
          'answer',
          ...(edits === 'deny' ? (['modify_args'] as const) : []),
        ],
      },
    );
    const { length: size } = interruptions;
    return size > 1 ? { ...request, batch: { index, size } } : request;
  });
}

/** What asks the model for the same call with other arguments. */
export function editMessage(args: Readonly<Record<string, unknown>>): string {
  return `The user edited the arguments. Call the tool again with exactly these: ${JSON.stringify(args)}`;
}

/**
 * Passes an answer on to the state of a run. Run the agent with the state once all you want are
 * answered: those that are not wait on.
 * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; the state is as it
 *   was then.
 */
export function respondToInterruption<Item extends InterruptionLike>(
  state: StateLike<Item>,
  interruptions: readonly Item[],
  response: InteractionResponse,
  options: InterruptionOptions = {},
): void {
  const item = interruptions.find((one) => callOf(one).toolCallId === response.request_id);
  if (item === undefined) {
    throw new AdapterError('unknown_request', `No call waits as ${response.request_id}.`);
  }
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
