import { HttpAgent } from '@ag-ui/client';
import { useAgentInteractions } from '@hitl/adapters/ag-ui/react';
import { PendingRequests } from '@hitl/react';
import '@hitl/react/theme.css';

const agent = new HttpAgent({ url: '/agent' });

export function Page() {
  const { requests, respond } = useAgentInteractions(agent);
  return (
    <main>
      {agent.messages.map(({ id, content }) => (
        <p key={id}>{typeof content === 'string' && content}</p>
      ))}
      <PendingRequests requests={requests} onRespond={respond} />
      <form
        action={async (data) => {
          const content = data.get('message');
          if (typeof content !== 'string') return;
          agent.addMessage({ id: crypto.randomUUID(), role: 'user', content });
          await agent.runAgent();
        }}
      >
        <input name="message" aria-label="Message" data-hitl-composer="" />
      </form>
    </main>
  );
}
