'use client';
import { denialScopeOf } from '@hitl/client/view';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { useCardWords } from '../messages/card-words.ts';
import { useConfirmContext } from './confirm-context.ts';
import { ScopePicker } from './scope-picker.tsx';
import { useRuleReach } from './use-rule-reach.ts';

/**
 * How long the call is denied, the literal rule to save, and what else it would deny. While a rule
 * is chosen the call cannot be allowed. Renders nothing until opened by `More`.
 */
export function Denial(props: PartProps<'div'>): ReactNode {
  const messages = useCardWords();
  const { request, answerable, draft, setDraft } = useConfirmContext('Denial');
  const choosingDenial = draft.choosingDenial === true;
  const reach = useRuleReach(request, choosingDenial);
  const scope = denialScopeOf(
    request,
    draft.denial,
    (denial) => setDraft({ denial }),
    reach?.denials,
  );
  if (!choosingDenial || scope.terms.length === 0) return null;
  return renderPart('div', 'denial', {
    children: (
      <ScopePicker
        label={messages.denialScope}
        rulesLabel={messages.denialRule}
        examplesLabel={messages.alsoStops}
        value={scope}
        reach={reach}
        asked
        disabled={!answerable}
      >
        <p data-hitl-part="scope-note">{messages.denialSavesRule}</p>
      </ScopePicker>
    ),
    ...props,
  });
}
