import type { Settlement, SubmissionStatus } from '@hitl/client';
import type { ApprovalAction, InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';

/** Takes an answer. Resolved means recorded, rejected means failed: the card shows the error. */
export type OnRespond = (response: InteractionResponse) => void | Promise<void>;

/** Where the answer to one request stands, as a card needs to know it. */
export interface SubmissionState {
  readonly status: SubmissionStatus;
  /** What the answer that was sent last asks for. */
  readonly action?: ApprovalAction;
  readonly error?: unknown;
  /** Whether the same answer may succeed when it is sent again. */
  readonly retryable: boolean;
  readonly settlement?: Settlement;
  /** With its clock as it stands now, where that is known better than by the request handed in. */
  readonly request?: InteractionRequest;
}

/** One answer on its way: the client's `Submission`, or one to a function of the host. */
export interface CardSubmission {
  readonly getSnapshot: () => SubmissionState;
  readonly subscribe: (listener: () => void) => () => void;
  /** Sends an answer. Does nothing while another one is on its way or once it is over. */
  readonly submit: (response: InteractionResponse) => Promise<unknown>;
  /** Sends the last answer again. */
  readonly retry: () => Promise<unknown>;
  /** Asks whether an answer of unknown fate arrived. */
  readonly check?: () => Promise<unknown>;
}

/** Answers that go to a function of the host. */
export interface HostSubmission extends CardSubmission {
  readonly requestId: string;
  /** The function may be another one at each rendering. */
  readonly sendTo: (send: OnRespond | undefined) => void;
}

const PENDING: SubmissionState = { status: 'pending', retryable: false };

/** Sends answers to a function of the host. */
export function createHostSubmission(
  request: InteractionRequest,
  first?: OnRespond,
): HostSubmission {
  let send = first;
  let state = PENDING;
  let last: InteractionResponse | undefined;
  const listeners = new Set<() => void>();
  const change = (next: SubmissionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  async function submit(response: InteractionResponse): Promise<void> {
    if (state.status === 'submitting' || state.status === 'confirmed') return;
    last = response;
    const action = actionOf(request, response);
    const asked = action === undefined ? {} : { action };
    change({ status: 'submitting', ...asked, retryable: false });
    try {
      await send?.(response);
      // Who hands in the request says whether its clock stands still.
      const waits = action === 'pause' || action === 'resume';
      change(waits ? PENDING : { status: 'confirmed', ...asked, retryable: false });
    } catch (error) {
      change({ status: 'failed', ...asked, error, retryable: true });
    }
  }
  return {
    requestId: request.id,
    sendTo(next) {
      send = next;
    },
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    submit,
    async retry() {
      if (last !== undefined) await submit(last);
    },
  };
}
