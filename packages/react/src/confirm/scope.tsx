'use client';
import { useState, type ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { useConfirmContext } from './confirm-context.ts';
import { ScopePicker } from './scope-picker.tsx';
import { useRuleReach } from './use-rule-reach.ts';
import { useScoping } from './use-scoping.ts';

/**
 * How long the call is allowed, the literal rule to save, and what else it would allow. Renders
 * nothing if nothing may be remembered; in a batch only once opened by `More`.
 */
export function Scope(props: PartProps<'div'>): ReactNode {
  const messages = useMessages(details);
  const { shown } = useScoping();
  const { request, answerable, edited, approvalScope, draft } = useConfirmContext('Scope');
  const [curious, setCurious] = useState(false);
  const reach = useRuleReach(request, curious);
  if (!shown) return null;
  if (edited) return renderPart('div', 'scope', { children: messages.editedOnce, ...props });
  return renderPart('div', 'scope', {
    children: (
      <ScopePicker
        label={messages.scope}
        rulesLabel={messages.ruleToSave}
        examplesLabel={messages.alsoAllows}
        value={approvalScope}
        reach={reach}
        onExamplesOpen={() => setCurious(true)}
        asked={draft.scoping === true}
        disabled={!answerable}
      />
    ),
    ...props,
  });
}
