import type { Settlement } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import type { PartProps } from '../part.tsx';
import type { OnRespond } from './submission.ts';

/** The handler of a card's answer, and what its host knows about the request. */
export interface CardOptions {
  /**
   * Handler of the answer. Default: the provider's client. Resolved means recorded; rejected means
   * failed: the card shows the error, keeps the input and offers a retry.
   */
  onRespond?: OnRespond | undefined;
  /** Set by the host if it knows that the request has ended: answered elsewhere, expired, cancelled. */
  settlement?: Settlement | undefined;
  /**
   * Milliseconds after the card appeared or changed during which presses are ignored, because they
   * were probably aimed at something else. Default 500, or the provider's.
   */
  armingDelayMs?: number | undefined;
}

/** Props of every card: the request, and the handler of its answer. */
export interface CardProps<R extends InteractionRequest = InteractionRequest> extends CardOptions {
  /** The request to answer, as the server sent it. */
  request: R;
}

/** Props of `Root` of every card: those of a card and of its element. */
export type RootProps<R extends InteractionRequest> = Omit<PartProps<'div'>, keyof CardProps> &
  CardProps<R>;
