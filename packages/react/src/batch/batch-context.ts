import { createContext, use } from 'react';
import type { UseBatchResult } from '../hooks/use-batch.ts';
import type { Renderers } from '../interaction/renderers.ts';
import type { Review } from './use-review.ts';

/** The batch around a part, and where its review stands. */
export interface BatchContextValue extends UseBatchResult, Review {
  readonly renderers: Renderers | undefined;
  readonly allowAll: Review['allowAll'];
}

export const BatchContext: React.Context<BatchContextValue | null> =
  createContext<BatchContextValue | null>(null);

export function useBatchContext(part: string): BatchContextValue {
  const batch = use(BatchContext);
  if (batch === null) throw new Error(`Place Batch.${part} inside <Batch.Root requests={…}>.`);
  return batch;
}

/**
 * Whether there is enough to deny at once. What is being written as the reason is not taken away when
 * all but one are decided.
 */
export function isDeniable({ deniable, note }: BatchContextValue): boolean {
  return deniable.length > (note === undefined ? 1 : 0);
}
