import { Outbox, PendingRequests, useSession } from '@hitl/react';

export function Chat({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId);
  return (
    <main>
      {session.messages.map((message) => (
        <p key={message.id}>{message.content}</p>
      ))}
      {session.live.map((message) => (
        <p key={message.messageId}>{message.text}</p>
      ))}
      <Outbox session={session} />
      <PendingRequests requests={session.pending} />
      <form
        action={async (data) => {
          const input = data.get('message');
          if (typeof input === 'string') await session.send({ agent_id: 'clerk', input });
        }}
      >
        <input name="message" aria-label="Message" />
      </form>
    </main>
  );
}
