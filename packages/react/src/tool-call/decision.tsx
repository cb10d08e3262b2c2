'use client';
import { callDecision } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useSettings } from '../internal/settings.ts';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useCallWords } from '../messages/call-words.ts';
import { useToolCall } from './call-context.ts';

/**
 * The author of the decision: a person with the duration, or a rule as typed. Renders nothing if
 * there was no decision.
 */
export function Decision(props: PartProps<'span'>): ReactNode {
  const view = useToolCall('Decision');
  const messages = useCallWords();
  const { userId } = useSettings();
  const text = callDecision(view, messages, userId);
  const rule = view.decider?.kind === 'rule' ? view.decider.rule : undefined;
  if (text === undefined) return null;
  return renderPart('span', 'tool-call-decision', {
    children: (
      <>
        <VisibleText text={text} mode="prose" />{' '}
        {rule !== undefined && <Code part="tool-call-rule" text={rule} />}
      </>
    ),
    ...props,
  });
}
