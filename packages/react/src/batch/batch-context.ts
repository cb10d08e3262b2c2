import { createContext, use } from 'react';
import type { UseBatchResult } from '../hooks/use-batch.ts';
import type { Renderers } from '../interaction/renderers.ts';
import type { Review } from './use-review.ts';

/** The batch around a part, with the state of its review. */
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
 * Whether there are several calls to deny. A reason being written stays when all but one are
 * decided.
 */
export function isDeniable({ deniable, note }: BatchContextValue): boolean {
  return deniable.length > (note === undefined ? 1 : 0);
}
