import { createContext, use } from 'react';
import type { UseConfirmResult } from '../hooks/use-confirm.ts';

export const ConfirmContext: React.Context<UseConfirmResult | null> =
  createContext<UseConfirmResult | null>(null);

/** The confirmation that a part is in. */
export function useConfirmContext(part: string): UseConfirmResult {
  const confirm = use(ConfirmContext);
  if (confirm === null)
    throw new Error(`${part} has no request to show. Place it inside <Confirm.Root request={…}>.`);
  return confirm;
}
