import type { Message } from '@hitl/protocol';
import { Outbox, ToolCall, VisibleText, type UseSessionResult } from '@hitl/react';
import { useCallback } from 'react';
import type { PanelTab, PanelTarget } from './panel.tsx';
import { Prose } from './prose.tsx';

/** The messages and calls of a session, streamed text, and messages being sent. */
export function Transcript({
  session,
  onShow,
}: {
  session: UseSessionResult;
  onShow: (tab: PanelTab, target: PanelTarget) => void;
}) {
  const { messages, live } = session;
  const showAudit = useCallback(
    ({ runId, toolCallId }: PanelTarget['call'] & object) =>
      onShow('run', { call: { runId, toolCallId } }),
    [onShow],
  );
  const showRule = useCallback((rule: string) => onShow('rules', { rule }), [onShow]);
  return (
    <>
      {messages
        // A nested agent's input is shown in the call that started it.
        .filter(({ role, root_run_id: root }) =>
          role === 'user' ? root === undefined : role === 'assistant',
        )
        .map((message) => (
          <Turn
            key={message.id}
            message={message}
            agents={session.calls?.agentPath(message.run_id) ?? []}
          >
            <ToolCall.List
              message={message}
              session={session}
              onAuditSelect={showAudit}
              onRuleSelect={showRule}
            />
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

function Turn({
  message,
  agents,
  children,
}: {
  message: Message;
  /** From the root agent to the author. */
  agents: readonly string[];
  children: React.ReactNode;
}) {
  const level = Math.max(0, agents.length - 1);
  return (
    <article
      className="turn"
      data-role={message.role}
      data-nested={level > 0 ? '' : undefined}
      style={level > 1 ? { marginInlineStart: level * 12 } : undefined}
      aria-label={message.role === 'user' ? 'You' : (agents.at(-1) ?? 'Agent')}
    >
      {message.content !== '' &&
        (message.role === 'user' ? (
          <p className="text">
            <VisibleText text={message.content} />
          </p>
        ) : (
          <Prose text={message.content} />
        ))}
      {children}
    </article>
  );
}
