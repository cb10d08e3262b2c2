'use client';
import type { ReactElement } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { useRule } from './grants-context.ts';

/** Effect of the rule, and the rule itself, as written. */
export function Pattern(props: PartProps<'span'>): ReactElement {
  const { effect, pattern } = useRule('Pattern');
  const messages = usePanelWords();
  return renderPart('span', 'grant-pattern', {
    children: (
      <>
        <span data-hitl-part="grant-effect" data-effect={effect}>
          {messages.effects[effect]}
        </span>{' '}
        <Code text={pattern} />
      </>
    ),
    ...props,
  });
}
