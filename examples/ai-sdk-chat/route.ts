import {
  convertToModelMessages,
  stepCountIs,
  streamText,
  tool,
  type LanguageModel,
  type UIMessage,
} from 'ai';
import * as z from 'zod';

const mail = tool({
  description: 'Sends a mail',
  inputSchema: z.object({ to: z.string() }),
  execute: async ({ to }) => `Sent to ${to}`,
});

/** `POST /api/chat`: the agent asks in the chat before it sends a mail. */
export async function answer(request: Request, model: LanguageModel): Promise<Response> {
  const { messages } = (await request.json()) as { messages: UIMessage[] };
  const result = streamText({
    model,
    tools: { mail },
    toolApproval: { mail: 'user-approval' },
    messages: await convertToModelMessages(messages),
    stopWhen: stepCountIs(5),
  });
  return result.toUIMessageStreamResponse({ originalMessages: messages });
}
