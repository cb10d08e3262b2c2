import { useSession, Waiting } from '@hitl/react';

export function Chat({ sessionId }: { sessionId: string }) {
  const { messages, live, pending, send } = useSession(sessionId);
  return (
    <main>
      {messages.map((message) => (
        <p key={message.id}>{message.content}</p>
      ))}
      {live.map((message) => (
        <p key={message.message_id}>{message.text}</p>
      ))}
      <Waiting requests={pending} />
      <form
        action={async (data) => {
          const input = data.get('message');
          if (typeof input === 'string') await send({ agent_id: 'clerk', input });
        }}
      >
        <input name="message" aria-label="Message" />
      </form>
    </main>
  );
}
