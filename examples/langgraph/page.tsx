import { useStreamInteractions } from '@hitl/adapters/langgraph/react';
import { PendingRequests } from '@hitl/react';
import '@hitl/react/theme.css';
import { useStream } from '@langchain/react';

export function Page({ apiUrl }: { apiUrl: string }) {
  const stream = useStream({ assistantId: 'agent', apiUrl });
  const { requests, respond } = useStreamInteractions(stream);
  return (
    <main>
      {stream.messages.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
      <PendingRequests requests={requests} onRespond={respond} />
      <form
        action={(data) => {
          const content = data.get('message');
          if (typeof content === 'string')
            void stream.submit({ messages: [{ type: 'human', content }] });
        }}
      >
        <input name="message" aria-label="Message" data-hitl-composer="" />
      </form>
    </main>
  );
}
