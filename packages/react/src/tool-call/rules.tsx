'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { panels } from '../messages/en/panels.ts';
import { toolCall } from '../messages/en/tool-call.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useToolCall } from './call-context.ts';

const words = { ...panels, ...toolCall };

/** The rules saved by the decision, as written. Renders nothing without any. */
export function Rules(props: PartProps<'div'>): ReactNode {
  const { rules } = useToolCall('Rules');
  const messages = useMessages(words);
  if (rules.length === 0) return null;
  return renderPart('div', 'tool-call-rules', {
    children: (
      <>
        <span>{messages.savedRules(rules.length)}</span>
        {rules.map(({ pattern, effect, scope }) => (
          <span key={`${effect} ${pattern}`} data-effect={effect}>
            {messages.effects[effect]}{' '}
            <code>
              <VisibleText text={pattern} />
            </code>{' '}
            {messages.grantScopes[scope]}
          </span>
        ))}
      </>
    ),
    ...props,
  });
}
