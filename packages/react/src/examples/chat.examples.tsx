import { Outbox, RunControls, ToolCall, useSession } from '@hitl/react';

export function Chat({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId);
  return (
    <main>
      {session.messages.map((message) => (
        <div key={message.id}>
          {message.role !== 'tool' && <p>{message.content}</p>}
          <ToolCall.List message={message} session={session} />
        </div>
      ))}
      {session.live.map((message) => (
        <p key={message.messageId}>{message.text}</p>
      ))}
      <Outbox session={session} />
      <ToolCall.Rest session={session} />
      {session.run !== null && <RunControls.End run={session.run} />}
      <form
        action={async (data) => {
          const input = data.get('message');
          if (typeof input === 'string') await session.send({ agent_id: 'clerk', input });
        }}
      >
        <input name="message" aria-label="Message" data-hitl-composer="" />
      </form>
    </main>
  );
}
