import { Outbox, RunControls, ToolCall, useSession } from '@hitl/react';

/** A conversation: messages, the calls of each, and a composer. */
export function Chat({ sessionId }: { sessionId: string }) {
  const session = useSession(sessionId);
  return (
    <div className="chat">
      {session.messages
        .filter(({ role }) => role !== 'tool')
        .map((message) => (
          <div key={message.id} className="chat">
            {message.content !== '' && (
              <p className="said" data-role={message.role}>
                {message.content}
              </p>
            )}
            <ToolCall.List message={message} session={session} />
          </div>
        ))}
      <Outbox session={session} />
      <ToolCall.Rest session={session} />
      {session.run !== null && <RunControls.End run={session.run} />}
      <form
        className="stage-bar"
        action={async (data) => {
          const input = data.get('message');
          if (typeof input === 'string') await session.send({ agent_id: 'code_assistant', input });
        }}
      >
        <input
          className="text-field"
          name="message"
          aria-label="Message"
          placeholder="Message the agent"
          data-hitl-composer=""
        />
      </form>
    </div>
  );
}
