import type { ApprovalAction, InteractionOutcome, InteractionResponse } from '@hitl/protocol';

/** How a request ended, here or elsewhere. */
export interface Settlement {
  readonly outcome: InteractionOutcome;
  /** What was answered, where that is known; sensitive values stand as handles. */
  readonly response?: InteractionResponse | undefined;
  /** Who answered; absent: the person in front of this page. */
  readonly resolved_by?: string | undefined;
  /** RFC 3339. */
  readonly resolved_at?: string | undefined;
}

/** Where one answer stands. */
export interface SubmissionState {
  /** `unknown`: it was sent, and nobody knows whether it arrived. */
  readonly status: 'pending' | 'submitting' | 'failed' | 'unknown' | 'settled';
  /** What was sent last. */
  readonly response?: InteractionResponse | undefined;
  /** Why sending failed; an `Error` where possible. */
  readonly error?: unknown;
  readonly settlement?: Settlement | undefined;
}

/** One answer on its way: what a card needs of whoever takes the answers. */
export interface Submission {
  getSnapshot(): SubmissionState;
  subscribe(listener: () => void): () => void;
  /** Sends an answer. Does nothing while another one is on its way or once it is settled. */
  respond(response: InteractionResponse): Promise<void>;
  /** Asks whether an answer of unknown fate arrived. */
  check?: (() => Promise<void>) | undefined;
}

const UNSETTLING: ReadonlySet<ApprovalAction | undefined> = new Set(['pause', 'resume']);

/** Whether a response leaves its request waiting. */
export function leavesPending({ action }: InteractionResponse): boolean {
  return UNSETTLING.has(action);
}

const PENDING: SubmissionState = { status: 'pending' };

/**
 * Sends answers to a function of the host: resolved means settled, rejected means failed, with the
 * error shown and the answer kept for another try.
 */
export function createSubmissionTo(
  send: (response: InteractionResponse) => void | Promise<void>,
): Submission {
  let state = PENDING;
  const listeners = new Set<() => void>();
  const change = (next: SubmissionState): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  return {
    getSnapshot: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async respond(response) {
      if (state.status === 'submitting' || state.status === 'settled') return;
      change({ status: 'submitting', response });
      try {
        await send(response);
        change(
          leavesPending(response)
            ? PENDING
            : { status: 'settled', response, settlement: { outcome: 'answered', response } },
        );
      } catch (error) {
        change({ status: 'failed', response, error });
      }
    },
  };
}
