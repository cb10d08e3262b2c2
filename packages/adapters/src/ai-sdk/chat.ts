import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import type { HitlError } from '@hitl/protocol/endpoints';
import { answerContent } from '@hitl/protocol/fold';
import { AdapterError, unknownRequest } from '../base/adapter-error.ts';
import { argsOf } from '../base/call-args.ts';
import { editMessage, offeredActions, type EditOptions } from '../base/edits.ts';
import { isRecord } from '../base/is-record.ts';
import { questionOf } from '../base/question.ts';
import { declineMessage, readAnswer } from '../base/read-answer.ts';
import {
  callRequest,
  convertEach,
  createRequestMemory,
  questionRequest,
  type RequestMemory,
} from '../base/requests.ts';

/** The part of a `useChat` message that is used here. */
export interface ChatMessage {
  readonly id: string;
  readonly role: string;
  readonly parts: readonly { readonly type: string }[];
}

/** A chat of the AI SDK: what `useChat` returns, or a `Chat`. */
export interface ChatLike {
  readonly id: string;
  readonly messages: readonly ChatMessage[];
  addToolApprovalResponse(options: {
    id: string;
    approved: boolean;
    reason?: string;
  }): void | PromiseLike<void>;
  addToolOutput(options: never): void | PromiseLike<void>;
}

/** How the calls of a chat are shown, and which answers are offered. */
export interface ChatInteractionOptions extends EditOptions {
  /** JSON Schemas of the arguments, by the names of the tools: secrets are masked, edits keep their types. */
  readonly schemas?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** Tools without `execute` whose calls are questions to a person. Default `['ask_human']`. */
  readonly questionTools?: readonly string[] | undefined;
}

/** Pending requests of a chat. */
export interface ChatInteractions {
  /** For `PendingRequests`, or a card each. The same objects for as long as nothing changes. */
  readonly requests: readonly InteractionRequest[];
  /** Pending calls that no card can show, and why. */
  readonly unsupported: readonly { readonly toolCallId: string; readonly error: HitlError }[];
}

interface ToolPart {
  readonly state: string;
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: Record<string, unknown>;
  readonly approval: Readonly<Record<string, unknown>>;
}

/** A tool part whose arguments are complete. */
function toolPartOf(part: { readonly type: string }): ToolPart | undefined {
  const { type, state, toolCallId, input, approval, toolName } = part as Partial<
    Record<string, unknown>
  >;
  const name = type === 'dynamic-tool' ? toolName : /^tool-(.+)$/s.exec(String(type))?.[1];
  if (typeof name !== 'string' || typeof state !== 'string') return undefined;
  if (typeof toolCallId !== 'string') return undefined;
  return {
    state,
    toolCallId,
    toolName: name,
    input: argsOf(input),
    approval: isRecord(approval) ? approval : {},
  };
}

interface Waiting {
  readonly messageId: string;
  readonly call: ToolPart;
  readonly approvalId: string | undefined;
  /** Its place among the calls of the message that a person is or was asked about. */
  readonly batch: { index: number; size: number };
}

/** Pending requests in the last message only: later messages replace them. */
function waitingIn(messages: readonly ChatMessage[], questionTools: readonly string[]): Waiting[] {
  const message = messages.at(-1);
  if (message?.role !== 'assistant') return [];
  const isQuestion = ({ toolName }: ToolPart): boolean => questionTools.includes(toolName);
  const asked = message.parts
    .map(toolPartOf)
    .filter((call) => call !== undefined)
    .filter((call) => isQuestion(call) || isAsked(call));
  return asked.flatMap((call, index): Waiting[] => {
    const common = { messageId: message.id, call, batch: { index, size: asked.length } };
    if (call.state === 'approval-requested' && isAsked(call)) {
      return [{ ...common, approvalId: String(call.approval['id']) }];
    }
    const waits = call.state === 'input-available' && isQuestion(call);
    return waits ? [{ ...common, approvalId: undefined }] : [];
  });
}

/** Whether a person is asked for approval, and not a policy alone. */
function isAsked({ approval }: ToolPart): boolean {
  return typeof approval['id'] === 'string' && approval['isAutomatic'] !== true;
}

function requestOf(
  { messageId, call, approvalId }: Waiting,
  chatId: string,
  options: ChatInteractionOptions,
  memory: Pick<RequestMemory<never>, 'seen'>,
): InteractionRequest {
  const { toolName, toolCallId, input, approval } = call;
  const id = approvalId ?? toolCallId;
  const origin = {
    id,
    sessionId: chatId,
    toolCallId,
    messageId,
    createdAt: memory.seen(id),
  };
  if (approvalId === undefined) {
    const terms = { toolName, toolArgs: input };
    return questionRequest(origin, questionOf(input, id), terms);
  }
  const { requestReason } = approval;
  return callRequest(origin, {
    toolName,
    toolArgs: input,
    toolSchema: options.schemas?.[toolName],
    reason: typeof requestReason === 'string' ? requestReason : undefined,
    allowedActions: offeredActions(options),
  });
}

/** Reads the pending requests of a chat. */
export type ChatReader = (
  chat: Pick<ChatLike, 'id' | 'messages'>,
  options?: ChatInteractionOptions,
) => ChatInteractions;

/**
 * Creates a reader for one chat. It remembers what it saw, so that an unchanged request stays the same
 * object.
 */
export function createChatReader(): ChatReader {
  const memory = createRequestMemory<ChatInteractions['unsupported'][number]>();
  return (chat, options = {}) => {
    const waiting = waitingIn(chat.messages, options.questionTools ?? ['ask_human']);
    const { converted, unsupported } = convertEach(
      waiting,
      ({ call: { toolCallId } }) => ({ toolCallId }),
      (one) => {
        const request = requestOf(one, chat.id, options, memory);
        return one.batch.size > 1 ? { ...request, batch: one.batch } : request;
      },
    );
    return memory.keep(converted, unsupported);
  };
}

/**
 * Passes an answer on to the chat, which continues as its `sendAutomaticallyWhen` says.
 * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; nothing was passed on.
 */
export async function respondInChat(
  chat: ChatLike,
  response: InteractionResponse,
  options: ChatInteractionOptions = {},
): Promise<void> {
  const { requests } = createChatReader()(chat, options);
  const request = requests.find(({ id }) => id === response.request_id);
  if (request === undefined) throw unknownRequest(response.request_id);
  const { id, tool_call_id: toolCallId, tool_name: tool } = request;
  const answer = readAnswer(request, response);
  const output = (result: { output: unknown } | { state: 'output-error'; errorText: string }) =>
    chat.addToolOutput({ tool, toolCallId, ...result } as never);
  switch (answer.kind) {
    case 'approve':
      return chat.addToolApprovalResponse({ id, approved: true });
    case 'deny': {
      const { note } = answer;
      return chat.addToolApprovalResponse({
        id,
        approved: false,
        ...(note !== undefined && { reason: note }),
      });
    }
    case 'modify_args':
      return chat.addToolApprovalResponse({
        id,
        approved: false,
        reason: editMessage(answer.args),
      });
    case 'answer':
      return output({ output: answer.text });
    case 'reply':
      return output({ output: answerContent(answer.response) });
    case 'decline':
      return output({ state: 'output-error', errorText: declineMessage(answer.note) });
    case 'abort_run':
      throw new AdapterError('unsupported_answer', 'The chat is stopped by the page.');
  }
}
