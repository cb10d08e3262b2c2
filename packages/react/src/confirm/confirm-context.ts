import { createContext, use } from 'react';
import type { UseConfirmResult } from '../hooks/use-confirm.ts';

/** A confirmation, and what has happened to its card on the screen. */
export interface ConfirmCard extends UseConfirmResult {
  /** Beginning and end of what would run have been on the screen. */
  readonly seen: boolean;
  readonly see: () => void;
  /** Allowing would save a rule for a call of high risk, and takes a second press. */
  readonly grave: boolean;
  /** That second press is asked for, since the time of the first one by `event.timeStamp`. */
  readonly askedAt: number | undefined;
  readonly ask: (at: number | undefined) => void;
}

export const ConfirmContext: React.Context<ConfirmCard | null> = createContext<ConfirmCard | null>(
  null,
);

/** The confirmation that a part is in. */
export function useConfirmContext(part: string): ConfirmCard {
  const confirm = use(ConfirmContext);
  if (confirm === null)
    throw new Error(`${part} has no request to show. Place it inside <Confirm.Root request={…}>.`);
  return confirm;
}
