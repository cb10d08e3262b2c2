'use client';
import { useState, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';
import { ScopePicker } from './scope-picker.tsx';
import { useRuleReach } from './use-rule-reach.ts';

/**
 * How long the call is allowed, the literal rule to save, and what else it would allow. Renders
 * nothing if nothing may be remembered, or while the call is denied for longer or answered.
 */
export function Scope(props: PartProps<'div'>): ReactNode {
  const messages = useCardWords();
  const { request, answerable, edited, approvalScope, draft } = useConfirmContext('Scope');
  const [examplesOpened, setExamplesOpened] = useState(false);
  const reach = useRuleReach(request, examplesOpened);
  if (approvalScope.terms.length === 0 || draft.choosingDenial === true || draft.answering === true)
    return null;
  if (edited) return renderPart('div', 'scope', { children: messages.editedOnce, ...props });
  return renderPart('div', 'scope', {
    children: (
      <ScopePicker
        label={messages.scope}
        rulesLabel={messages.ruleToSave}
        examplesLabel={messages.alsoAllows}
        value={approvalScope}
        reach={reach}
        onExamplesOpen={() => setExamplesOpened(true)}
        disabled={!answerable}
      />
    ),
    ...props,
  });
}
