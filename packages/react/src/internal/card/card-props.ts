import type { Settlement } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import type { PartProps } from '../part.tsx';
import type { OnRespond } from './submission.ts';

/** Who takes the answer of a card, and what its host knows about it. */
export interface CardOptions {
  /**
   * Takes the answer; left out, it goes through the provider's client. Resolved means recorded;
   * rejected means failed: the card shows the error, keeps what was typed and offers another try.
   */
  onRespond?: OnRespond | undefined;
  /** Where the host knows that the request has ended: answered elsewhere, expired, cancelled. */
  settlement?: Settlement | undefined;
  /**
   * For how long after the card appeared, or became another one, presses are taken for ones that were
   * meant for something else. Default 500, or the provider's.
   */
  armingDelayMs?: number | undefined;
}

/** What every card takes: the request, and who takes its answer. */
export interface CardProps<R extends InteractionRequest = InteractionRequest> extends CardOptions {
  request: R;
}

/** What `Root` of every card takes: the same, and the props of its element. */
export type RootProps<R extends InteractionRequest> = Omit<PartProps<'div'>, keyof CardProps> &
  CardProps<R>;
