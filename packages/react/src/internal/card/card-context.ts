import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use } from 'react';
import type { UseCardResult } from '../../hooks/use-card.ts';

/** One request and the state of its answer, for the parts of its card. */
export interface Card<R extends InteractionRequest = InteractionRequest> extends UseCardResult<R> {
  readonly titleId: string;
  readonly descriptionId: string;
}

/** The id of the line of a row in a batch, which is the title of the card below it. */
export const LineIdContext: React.Context<string | undefined> = createContext<string | undefined>(
  undefined,
);

export const CardContext: React.Context<Card | null> = createContext<Card | null>(null);

/** The card around a part. */
export function useCardContext<T extends InteractionRequest['type'] = InteractionRequest['type']>(
  part: string,
  type?: T,
): Card<Extract<InteractionRequest, { type: T }>> {
  const card = use(CardContext);
  if (card === null || (type !== undefined && card.request.type !== type)) {
    const root = type === undefined ? 'a Root' : `the Root of a ${type} request`;
    throw new Error(`${part} has no request to show. Place it inside ${root}.`);
  }
  return card as Card<Extract<InteractionRequest, { type: T }>>;
}
