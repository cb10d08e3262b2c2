import { createContext, use } from 'react';
import type { UseConfirmResult } from '../hooks/use-confirm.ts';

/** A confirmation, and the state of its card on the screen. */
export interface ConfirmCard extends UseConfirmResult {
  /** Allowing would save a rule for a call of high risk, so it takes a second press. */
  readonly needsSecondPress: boolean;
  /** `event.timeStamp` of the first press, while the second one is required. */
  readonly askedAt: number | undefined;
  readonly ask: (at: number | undefined) => void;
}

export const ConfirmContext: React.Context<ConfirmCard | null> = createContext<ConfirmCard | null>(
  null,
);

/** The confirmation around a part. */
export function useConfirmContext(part: string): ConfirmCard {
  const confirm = use(ConfirmContext);
  if (confirm === null)
    throw new Error(`${part} has no request to show. Place it inside <Confirm.Root request={…}>.`);
  return confirm;
}
