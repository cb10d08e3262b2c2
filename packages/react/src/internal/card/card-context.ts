import type { InteractionRequest } from '@hitl/protocol';
import { createContext, use } from 'react';
import type { CardState } from './use-card-state.ts';

/** One request and where its answer stands, for the parts of its card. */
export interface Card<R extends InteractionRequest = InteractionRequest> extends CardState<R> {
  readonly titleId: string;
  readonly descriptionId: string;
}

export const CardContext: React.Context<Card | null> = createContext<Card | null>(null);

/** The card that a part stands in. */
export function useCard<T extends InteractionRequest['type'] = InteractionRequest['type']>(
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
