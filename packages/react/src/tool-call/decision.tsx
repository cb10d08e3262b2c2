'use client';
import type { ToolCallState, ToolCallView } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { VisibleText } from '../internal/visible-text.tsx';
import { toolCall, type ToolCallMessages } from '../messages/en/tool-call.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useToolCall } from './call-context.ts';

/** What was let run, or might have been. */
const ALLOWED: ReadonlySet<ToolCallState> = new Set(['ready', 'running', 'ran', 'failed']);

/**
 * Who or what decided: a person and for how long, or a rule as it was typed. Renders nothing where
 * nobody had to.
 */
export function Decision(props: PartProps<'span'>): ReactNode {
  const view = useToolCall('Decision');
  const messages = useMessages(toolCall);
  const { userId } = useSettings();
  const text = decisionOf(view, messages, userId);
  const rule = view.decider?.kind === 'rule' ? view.decider.rule : undefined;
  if (text === undefined) return null;
  return renderPart('span', 'tool-call-decision', {
    children: (
      <>
        <VisibleText text={text} mode="prose" />
        {rule !== undefined && (
          <>
            {' '}
            <code data-hitl-part="tool-call-rule">
              <VisibleText text={rule} />
            </code>
          </>
        )}
      </>
    ),
    ...props,
  });
}

/** Who or what decided, in words; `undefined` where there is nothing to say. */
function decisionOf(
  view: ToolCallView,
  messages: ToolCallMessages,
  me: string | undefined,
): string | undefined {
  const { state, decider, scope, proposedArgs, isQuestion } = view;
  const allowed = ALLOWED.has(state);
  if (state === 'ready' && decider?.kind !== 'rule') return messages.waitsForOthers;
  if (state === 'expired') return messages.byNobody;
  switch (decider?.kind) {
    case undefined:
      return undefined;
    case 'policy':
      return allowed ? undefined : messages.byPolicy;
    case 'rule':
      return messages.byRule(allowed, me !== undefined && me === view.userId);
    case 'person': {
      // Its title says who answered.
      if (isQuestion && state === 'answered') return undefined;
      const { name } = decider;
      const isMe = name !== undefined && name === me;
      if (!allowed) return name === undefined ? undefined : messages.byPerson(name, isMe);
      return messages.allowedBy(name, {
        isMe,
        edited: proposedArgs !== undefined,
        scope: scope ?? 'once',
      });
    }
  }
}
