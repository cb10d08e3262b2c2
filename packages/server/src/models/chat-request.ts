import type { ModelMessage, ModelRequest } from '../agents/model.ts';

/** The body of a request for a streamed chat completion. */
export function chatRequest(
  model: string,
  request: ModelRequest,
): Readonly<Record<string, unknown>> {
  const system = request.systemPrompt.trim() === '' ? [] : [systemMessage(request.systemPrompt)];
  return {
    model,
    messages: [...system, ...request.messages.map((message) => chatMessage(message))],
    // Servers refuse an empty list.
    ...(request.tools.length > 0 && {
      tools: request.tools.map(({ name, description, parameters }) => ({
        type: 'function',
        function: { name, ...(description !== undefined && { description }), parameters },
      })),
    }),
    stream: true,
    stream_options: { include_usage: true },
  };
}

function systemMessage(content: string) {
  return { role: 'system', content };
}

function chatMessage(message: ModelMessage): Readonly<Record<string, unknown>> {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.content };
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content };
    case 'assistant':
      return message.toolCalls.length === 0
        ? { role: 'assistant', content: message.content }
        : {
            role: 'assistant',
            content: message.content === '' ? null : message.content,
            tool_calls: message.toolCalls.map(({ id, name, args }) => ({
              id,
              type: 'function',
              function: { name, arguments: JSON.stringify(args) },
            })),
          };
  }
}
