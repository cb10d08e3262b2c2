import { createContext, use } from 'react';
import type { UseRunControlsResult } from '../hooks/use-run-controls.ts';

export const RunContext: React.Context<UseRunControlsResult | null> =
  createContext<UseRunControlsResult | null>(null);

/** The controls around a part. */
export function useControls(part: string): UseRunControlsResult {
  const value = use(RunContext);
  if (value === null)
    throw new Error(`Place RunControls.${part} inside <RunControls.Root run={…}>.`);
  return value;
}
