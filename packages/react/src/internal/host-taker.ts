import type { TakeAnswer } from '@hitl/client';

/** Passes answers to a function of the host that may change with each render. */
export interface HostTaker {
  readonly take: TakeAnswer;
  readonly handTo: (next: TakeAnswer | undefined) => void;
}

/** Starts without a function; answers before it is set count as accepted. */
export function createHostTaker(): HostTaker {
  let current: TakeAnswer | undefined;
  return {
    take: (response) => current?.(response),
    handTo(next) {
      current = next;
    },
  };
}
