import { useChat } from '@ai-sdk/react';
import { HitlProvider, PendingRequests } from '@hitl/react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  lastAssistantMessageIsCompleteWithApprovalResponses,
  type ChatTransport,
  type UIMessage,
} from 'ai7';
import { expect, test } from 'vitest';
import { useChatInteractions } from './react.ts';
import { sdk7 } from './sdk-7.fixture.ts';

const sent: string[] = [];
const host = sdk7.createHost({
  script: (prompt) =>
    prompt.includes('"tool-result"')
      ? { text: 'Both are written.' }
      : { calls: ['ann', 'bob'].map((to) => ({ id: to, name: 'mail', args: { to } })) },
  tools: {
    mail: sdk7.tool({
      parameters: { type: 'object', properties: { to: { type: 'string' } } },
      needsApproval: true,
      execute: ({ to }: { to: string }) => {
        sent.push(to);
        return `sent to ${to}`;
      },
    }),
  },
});

const transport: ChatTransport<UIMessage> = {
  sendMessages: ({ messages }) =>
    host.answer(messages) as ReturnType<ChatTransport<UIMessage>['sendMessages']>,
  reconnectToStream: () => Promise.resolve(null),
};

function Page() {
  const chat = useChat({
    transport,
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const { requests, respond } = useChatInteractions(chat);
  return (
    <>
      <button type="button" onClick={() => void chat.sendMessage({ text: 'Write' })}>
        Start
      </button>
      {chat.messages.flatMap(({ parts }) =>
        parts.map((part, index) => part.type === 'text' && <p key={index}>{part.text}</p>),
      )}
      <PendingRequests requests={requests} onRespond={respond} />
    </>
  );
}

test('the calls of a chat are cards, and the chat continues once all are decided', async () => {
  const user = userEvent.setup();
  render(
    <HitlProvider armingDelayMs={0}>
      <Page />
    </HitlProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Start' }));
  await user.click(await screen.findByRole('button', { name: 'Allow 2 once' }));
  expect(await screen.findByText('Both are written.')).toBeVisible();
  expect(sent).toEqual(['ann', 'bob']);
});
