import type { ReactElement, ReactNode } from 'react';
import { useCardWords } from '../messages/card-words.ts';

/** Tries again what failed. `children`: another label than “Try again”. */
export function RetryButton({
  onRetry,
  children,
}: {
  onRetry: (() => void) | undefined;
  children?: ReactNode;
}): ReactElement {
  const { retry } = useCardWords();
  return (
    <button type="button" data-hitl-part="retry" data-variant="quiet" onClick={onRetry}>
      {children || retry}
    </button>
  );
}
