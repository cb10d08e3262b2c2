import { useChat } from '@ai-sdk/react';
import { useChatInteractions } from '@hitl/adapters/ai-sdk/react';
import { PendingRequests } from '@hitl/react';
import '@hitl/react/theme.css';
import { lastAssistantMessageIsCompleteWithApprovalResponses } from 'ai';

export function Page() {
  const chat = useChat({
    sendAutomaticallyWhen: lastAssistantMessageIsCompleteWithApprovalResponses,
  });
  const { requests, respond } = useChatInteractions(chat);
  return (
    <main>
      {chat.messages.map(({ id, parts }) => (
        <p key={id}>{parts.map((part) => (part.type === 'text' ? part.text : ''))}</p>
      ))}
      <PendingRequests requests={requests} onRespond={respond} />
      <form
        action={async (data) => {
          const text = data.get('message');
          if (typeof text === 'string') await chat.sendMessage({ text });
        }}
      >
        <input name="message" aria-label="Message" data-hitl-composer="" />
      </form>
    </main>
  );
}
