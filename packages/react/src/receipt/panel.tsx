'use client';
import type { ReactElement } from 'react';
import { useInteractionDetails } from '../hooks/use-interaction-details.ts';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { RetryButton } from '../internal/retry-button.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { Card } from './card.tsx';

/** Props of a section, and the id of the interaction. */
export type PanelProps = PartProps<'section'> & {
  /** `id` of the request. */
  interactionId: string;
};

/**
 * The receipt of a request by its id, read from the provider's client and kept up to date.
 * `data-state` is `loading` or `failed` until it has been read.
 */
export function Panel({ interactionId, ...props }: PanelProps): ReactElement {
  const { details, error, refresh } = useInteractionDetails(interactionId);
  const messages = usePanelWords();
  if (details !== null) return <Card details={details} {...props} />;
  return renderPart('section', 'receipt-root', {
    'data-state': error === undefined ? 'loading' : 'failed',
    ...props,
    children:
      error === undefined ? (
        <p data-hitl-part="receipt-status">{messages.loading}</p>
      ) : (
        <>
          <p data-hitl-part="receipt-status" role="alert">
            {messages.loadFailed}
          </p>
          <RetryButton onRetry={() => void refresh()} />
        </>
      ),
  });
}
