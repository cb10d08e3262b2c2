import type { TakeAnswer } from '@hitl/client';

/** Passes answers to a function of the host that may change with each render. */
export interface AnswerForwarder {
  readonly take: TakeAnswer;
  readonly forwardTo: (next: TakeAnswer | undefined) => void;
}

/** Starts without a function; answers before it is set count as accepted. */
export function createAnswerForwarder(): AnswerForwarder {
  let current: TakeAnswer | undefined;
  return {
    take: (response) => current?.(response),
    forwardTo(next) {
      current = next;
    },
  };
}
