'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { panels as words } from '../messages/en/panels.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useRule } from './grants-context.ts';

/** Effect of the rule, and the rule itself, as written. */
export function Pattern(props: PartProps<'span'>): ReactElement {
  const { effect, pattern } = useRule('Pattern');
  const messages = useMessages(words);
  return renderPart('span', 'grant-pattern', {
    children: (
      <>
        <span data-hitl-part="grant-effect" data-effect={effect}>
          {messages.effects[effect]}
        </span>{' '}
        <code>
          <VisibleText text={pattern} />
        </code>
      </>
    ),
    ...props,
  });
}
