import type { Settlement } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { createContext, use } from 'react';
import type { CardOutcome, CardState } from './card-state.ts';

/** What is said, without what follows from the request. */
export type Answer = Omit<InteractionResponse, 'request_id' | 'type'>;

/** One request and where its answer stands, for the parts of its card. */
export interface Card<R extends InteractionRequest = InteractionRequest> {
  readonly request: R;
  readonly state: CardState;
  readonly outcome: CardOutcome | undefined;
  /** What was answered or sent, as far as this page knows. */
  readonly response: InteractionResponse | undefined;
  readonly settlement: Settlement | undefined;
  /** Why the last try failed. */
  readonly error: unknown;
  /** Whether the same answer may succeed when it is sent again. */
  readonly retryable: boolean;
  /** Somebody else answered, or another page of the same person. */
  readonly elsewhere: boolean;
  /** Whether an answer can be given now. */
  readonly answerable: boolean;
  readonly titleId: string;
  readonly descriptionId: string;
  /** Sends an answer, unless one is on its way, or `event` was in flight when the card appeared. */
  readonly respond: (answer: Answer, event?: { readonly timeStamp: number }) => void;
  /** Sends the failed answer again. */
  readonly retry: () => void;
  /** Asks whether an answer of unknown fate arrived; `undefined` where nobody can say. */
  readonly check: (() => void) | undefined;
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
