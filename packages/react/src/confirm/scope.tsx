'use client';
import { use, useState, type ReactNode } from 'react';
import { CompactContext } from '../internal/compact.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { details } from '../messages/en/details.ts';
import { useMessages } from '../messages/use-messages.ts';
import { denialScopeOf, approvalScopeOf } from './rule-scope.ts';
import { ScopePicker } from './scope-picker.tsx';
import { useConfirm } from './use-confirm.ts';
import { useRuleReach } from './use-rule-reach.ts';

/** Whether the choice of what is remembered is shown: among several calls only when asked for. */
export function useScoping(): { possible: boolean; shown: boolean; show: () => void } {
  const confirming = useConfirm('Scope');
  const { choice, choose } = confirming;
  const compact = use(CompactContext);
  const possible = approvalScopeOf(confirming).scopes.length > 0;
  const other = choice.refusing === true || choice.answering === true;
  return {
    possible: possible && !other,
    shown: possible && !other && (choice.scoping ?? !compact),
    show: () => choose({ scoping: true }),
  };
}

/**
 * For how long leave is given, the literal rule that would be kept, and what else it would allow.
 * Renders nothing where nothing may be remembered; in a batch only once the menu asks for it.
 */
export function Scope(props: PartProps<'div'>): ReactNode {
  const messages = useMessages(details);
  const { shown } = useScoping();
  const confirming = useConfirm('Scope');
  const { card, choice } = confirming;
  const [curious, setCurious] = useState(false);
  const reach = useRuleReach(card.request, curious);
  if (!shown) return null;
  if (choice.modifiedArgs !== undefined) {
    return renderPart('div', 'scope', { children: messages.editedOnce, ...props });
  }
  return renderPart('div', 'scope', {
    children: (
      <ScopePicker
        label={messages.scope}
        rulesLabel={messages.ruleToSave}
        examplesLabel={messages.alsoAllows}
        remembering={approvalScopeOf(confirming)}
        reach={reach}
        onExamplesOpen={() => setCurious(true)}
        disabled={!card.answerable}
      />
    ),
    ...props,
  });
}

/**
 * For how long the call is denied, the literal rule that would be kept, and what else it would stop.
 * While one is chosen the call cannot be allowed. Renders nothing until the menu asks for it.
 */
export function Denial(props: PartProps<'div'>): ReactNode {
  const messages = useMessages(details);
  const confirming = useConfirm('Denial');
  const { card, choice } = confirming;
  const refusing = choice.refusing === true;
  const reach = useRuleReach(card.request, refusing);
  const denying = denialScopeOf(confirming, reach?.denials);
  if (!refusing || denying.scopes.length === 0) return null;
  return renderPart('div', 'denial', {
    children: (
      <ScopePicker
        label={messages.denialScope}
        rulesLabel={messages.denialRule}
        examplesLabel={messages.alsoStops}
        remembering={denying}
        reach={reach}
        disabled={!card.answerable}
      >
        <p data-hitl-part="scope-note">{messages.denialStands}</p>
      </ScopePicker>
    ),
    ...props,
  });
}
