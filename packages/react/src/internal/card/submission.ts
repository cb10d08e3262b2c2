import type { AnswerSnapshot, Settlement, TakeAnswer } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';

/** Handler of an answer. Resolved means recorded, rejected means failed: the card shows the error. */
export type OnRespond = TakeAnswer;

/** State of the answer to one request, for a card. */
export interface SubmissionState extends AnswerSnapshot {
  readonly settlement?: Settlement;
  /** The request with a newer state of its clock, if known. */
  readonly request?: InteractionRequest;
}

/** The answer to one request: the client's `Submission`, or its `HostSubmission`. */
export interface CardSubmission {
  readonly getSnapshot: () => SubmissionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends an answer. Does nothing while one is being sent or once it is settled. */
  readonly submit: (response: InteractionResponse) => Promise<unknown>;
  /** Sends the last answer again. */
  readonly retry: () => Promise<unknown>;
  /** Asks whether an answer without a reply arrived. */
  readonly check?: () => Promise<unknown>;
}
