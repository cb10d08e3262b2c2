import type { Message } from '@hitl/protocol';
import type { AgUiEvent, AgUiMessage } from './wire.ts';

/** A message of the user in the client's transcript. */
export interface UserMessage {
  readonly id: string;
  readonly text: string;
}

/**
 * The transcript of a thread. Messages of the user have the ids of the client where it has them:
 * otherwise it would add them once more, after the answers to them, and send the last one again as
 * a new message.
 */
export function snapshotOf(
  transcript: readonly Message[],
  clientMessages: readonly UserMessage[],
): AgUiEvent {
  // Events of nested runs belong to subagents, which this run of AG-UI has not announced.
  const messages = transcript.filter(({ root_run_id: root }) => root === undefined).map(messageOf);
  const known = new Set(clientMessages.map(({ id }) => id));
  // From the end, because a client may have dropped old messages.
  let rest = [...clientMessages];
  const named = messages.toReversed().map((message) => {
    if (message.role !== 'user' || known.has(message.id)) return message;
    const at = rest.findLastIndex(({ text }) => text === message.content);
    const own = rest[at];
    if (own === undefined) return message;
    rest = rest.slice(0, at);
    return { ...message, id: own.id };
  });
  return { type: 'MESSAGES_SNAPSHOT', messages: named.toReversed() };
}

function messageOf({
  id,
  role,
  content,
  tool_calls: calls = [],
  tool_call_id,
}: Message): AgUiMessage {
  switch (role) {
    case 'user':
      return { id, role, content };
    case 'tool':
      return { id, role, content, toolCallId: tool_call_id ?? id };
    case 'assistant': {
      const toolCalls = calls.map(({ id: callId, name, args }) => ({
        id: callId,
        type: 'function' as const,
        function: { name, arguments: JSON.stringify(args) },
      }));
      return { id, role, content, ...(toolCalls.length > 0 && { toolCalls }) };
    }
  }
}
