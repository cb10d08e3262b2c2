'use client';
import type { ReactElement } from 'react';
import { OUTCOME_ICONS } from '../internal/card/outcome-icons.ts';
import { Icon } from '../internal/icons.tsx';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { Code } from '../internal/code.tsx';
import { VisibleText } from '../internal/visible-text.tsx';
import { useRecordWords } from '../messages/record-words.ts';
import { useReceipt } from './receipt-context.ts';
import { outcomeOfDetails } from './receipt-meta.ts';

/** The outcome, and its subject. */
export function Outcome(props: PartProps<'p'>): ReactElement {
  const details = useReceipt('Outcome');
  const messages = useRecordWords();
  const { interaction_request: request } = details;
  const outcome = outcomeOfDetails(details);
  const authorization = request.purpose === 'authorization';
  return renderPart('p', 'receipt-head', {
    'data-outcome': outcome,
    children: (
      <>
        <Icon name={outcome === undefined ? 'clock' : OUTCOME_ICONS[outcome]} />
        <span data-hitl-part="receipt-outcome">
          {outcome === undefined ? messages.notAnswered : messages.outcomes[outcome]}
        </span>{' '}
        {authorization ? (
          <Code part="receipt-tool" text={request.tool_name} />
        ) : (
          <span data-hitl-part="receipt-question">
            <VisibleText text={request.title} mode="prose" />
          </span>
        )}
      </>
    ),
    ...props,
  });
}
