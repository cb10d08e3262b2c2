'use client';
import type { ReactNode } from 'react';
import { renderPart, type PartProps } from '../internal/part.tsx';
import { usePanelWords } from '../messages/panel-words.ts';
import { RetryButton } from '../internal/retry-button.tsx';
import { whyNotChanged } from '../internal/why-not-changed.ts';
import { useGrantsContext } from './grants-context.ts';

/** Status text while there is no rule to show. Renders nothing otherwise. */
export function Status(props: PartProps<'p'>): ReactNode {
  const { state, error, onRetry } = useGrantsContext('Status');
  const messages = usePanelWords();
  if (error !== null && error !== undefined) {
    const failed = state === 'failed';
    return renderPart('p', 'grants-problem', {
      role: 'alert',
      children: (
        <>
          {failed ? messages.loadFailed : whyNotChanged(error, messages)}
          {failed && onRetry !== undefined && <RetryButton onRetry={onRetry} />}
        </>
      ),
      ...props,
    });
  }
  if (state === 'ready') return null;
  return renderPart('p', 'grants-status', {
    children: state === 'empty' ? messages.noGrants : messages.loading,
    ...props,
  });
}
