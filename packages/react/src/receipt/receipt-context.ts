import type { InteractionView } from '@hitl/protocol';
import { createContext, use } from 'react';

export const ReceiptContext: React.Context<InteractionView | null> =
  createContext<InteractionView | null>(null);

/** The interaction around a part. */
export function useReceipt(part: string): InteractionView {
  const details = use(ReceiptContext);
  if (details === null) throw new Error(`Place Receipt.${part} inside <Receipt.Root details={…}>.`);
  return details;
}
