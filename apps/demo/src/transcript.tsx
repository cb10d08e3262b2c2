import type { Message } from '@hitl/protocol';
import { Outbox, ToolCall, VisibleText, type UseSessionResult } from '@hitl/react';

/** What was said and done, what is being written, and what is on its way. */
export function Transcript({ session }: { session: UseSessionResult }) {
  const { messages, live } = session;
  return (
    <>
      {messages
        .filter(({ role }) => role !== 'tool')
        .map((message) => (
          <Turn key={message.id} message={message}>
            <ToolCall.List message={message} session={session} />
          </Turn>
        ))}
      {live.map(({ messageId: id, text }) => (
        <article key={id} className="turn" data-role="assistant" aria-busy="true">
          <p className="text">
            <VisibleText text={text} />
            <span className="caret" aria-hidden="true" />
          </p>
        </article>
      ))}
      <Outbox className="outbox" session={session} />
    </>
  );
}

function Turn({ message, children }: { message: Message; children: React.ReactNode }) {
  return (
    <article
      className="turn"
      data-role={message.role}
      data-nested={message.root_run_id === undefined ? undefined : ''}
      aria-label={message.role === 'user' ? 'Asked' : 'Agent'}
    >
      {message.content !== '' && (
        <p className="text">
          <VisibleText text={message.content} />
        </p>
      )}
      {children}
    </article>
  );
}
