import type { TakeAnswer } from '@hitl/client';

/** Hands answers to a function of the host that may be another one at each rendering. */
export interface HostTaker {
  readonly take: TakeAnswer;
  readonly handTo: (next: TakeAnswer | undefined) => void;
}

/** Begins without a function; answers that come before there is one are taken as given. */
export function createHostTaker(): HostTaker {
  let current: TakeAnswer | undefined;
  return {
    take: (response) => current?.(response),
    handTo(next) {
      current = next;
    },
  };
}
