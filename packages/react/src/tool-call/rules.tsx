'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { useCallWords } from '../messages/call-words.ts';
import { usePanelWords } from '../messages/panel-words.ts';
import { useToolCall } from './call-context.ts';

/** The rules saved by the decision, as written. Renders nothing without any. */
export function Rules(props: PartProps<'div'>): ReactNode {
  const { rules } = useToolCall('Rules');
  const messages = { ...usePanelWords(), ...useCallWords() };
  if (rules.length === 0) return null;
  return renderPart('div', 'tool-call-rules', {
    children: (
      <>
        <span>{messages.savedRules(rules.length)}</span>
        {rules.map(({ pattern, effect, scope }) => (
          <span key={`${effect} ${pattern}`} data-effect={effect}>
            {messages.effects[effect]} <Code text={pattern} /> {messages.grantScopes[scope]}
          </span>
        ))}
      </>
    ),
    ...props,
  });
}
