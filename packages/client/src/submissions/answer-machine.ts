import type {
  ApprovalAction,
  InteractionRequest,
  InteractionResponse,
  RespondResult,
} from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import { randomKey } from '../base/random-key.ts';
import { isSettled, type SubmissionStatus } from './status.ts';

/** State of an answer. It never contains a person's input. */
export interface AnswerSnapshot<E = unknown> {
  readonly status: SubmissionStatus;
  /** Action of the last answer sent; absent for a plain answer to a question. */
  readonly action?: ApprovalAction;
  /**
   * An answer was given here, but another outcome was recorded. `action` is the action of that
   * answer.
   */
  readonly late?: true;
  /** Cause of `failed` or `unknown`. */
  readonly error?: E;
  /** Whether sending the same answer again may succeed. */
  readonly retryable: boolean;
  /** The run, once the answer is confirmed. */
  readonly result?: RespondResult;
}

/** Sends a response with an idempotency key. */
export type SendAnswer = (
  response: InteractionResponse,
  idempotencyKey: string,
) => Promise<RespondResult | undefined>;

/** The next state; `action` is added here, and `retryable` defaults to false. */
export type Outcome<E> = Omit<AnswerSnapshot<E>, 'action' | 'late' | 'retryable'> & {
  readonly retryable?: boolean;
};

/** Destination of answers, and how to learn their outcome. */
export interface AnswerRoute<E> {
  readonly request: () => InteractionRequest;
  readonly send: SendAnswer;
  /** The answer was accepted. */
  readonly onSent: (
    action: ApprovalAction | undefined,
    result: RespondResult | undefined,
  ) => Outcome<E>;
  /**
   * `send` or `ask` failed. Returns `unknown` if `ask` can find out whether the answer was
   * recorded.
   */
  readonly onFailed: (thrown: unknown) => Outcome<E>;
  /** Asks for the current state. `undefined`: the answer can be sent, and cannot count twice. */
  readonly ask?: (action: ApprovalAction | undefined) => Promise<Outcome<E> | undefined>;
  readonly onChange: () => void;
  /** The operation in progress has ended. */
  readonly onRest?: () => void;
}

/** The state machine of answers, for all destinations. */
export interface Answer<E> {
  readonly state: () => AnswerSnapshot<E>;
  /** Number of consecutive failures to get the current state. */
  readonly misses: () => number;
  /** Whether an operation is in progress. */
  readonly isBusy: () => boolean;
  /** Applies a state learned from elsewhere. */
  readonly put: (next: Outcome<E>) => void;
  /** Answers; while an operation is in progress, or once it is settled, only waits for that. */
  readonly submit: (response: InteractionResponse, send?: SendAnswer) => Promise<void>;
  /** Sends the last answer again, with the same key. */
  readonly retry: () => Promise<void>;
  /** Asks for the current state, if it is unknown. */
  readonly check: () => Promise<void>;
}

/** An answer with the initial state `first`. */
export function createAnswer<E>(route: AnswerRoute<E>, first: SubmissionStatus): Answer<E> {
  let state: AnswerSnapshot<E> = { status: first, retryable: false };
  /** The last answer sent; dropped once it is settled. */
  let answer: { readonly response: InteractionResponse; readonly key: string } | undefined;
  let flight: Promise<void> | undefined;
  let misses = 0;

  const action = (): ApprovalAction | undefined =>
    answer && actionOf(route.request(), answer.response);

  function put(next: Outcome<E>): void {
    const asked = action();
    const late = answer !== undefined && isSettled(next.status) && next.status !== 'confirmed';
    state = {
      retryable: false,
      ...next,
      ...(asked !== undefined && { action: asked }),
      ...(late && { late }),
    };
    if (isSettled(next.status)) answer = undefined;
    route.onChange();
  }

  async function post(send: SendAnswer): Promise<void> {
    if (answer === undefined) return;
    put({ status: 'submitting' });
    let result: RespondResult | undefined;
    try {
      result = await send(answer.response, answer.key);
    } catch (thrown) {
      put(route.onFailed(thrown));
      return;
    }
    const next = route.onSent(action(), result);
    // It was a pause or resume, and the request is still pending.
    if (!isSettled(next.status)) answer = undefined;
    put(next);
  }

  async function resolve(): Promise<void> {
    let next: Outcome<E> | undefined;
    try {
      next = await route.ask?.(action());
    } catch (thrown) {
      next = route.onFailed(thrown);
    }
    if (next === undefined) await post(route.send);
    else put(next);
  }

  /** One operation at a time: calls made meanwhile get its outcome. */
  function run(work: () => Promise<void>): Promise<void> {
    flight ??= untilRest(work);
    return flight;
  }

  async function untilRest(work: () => Promise<void>): Promise<void> {
    await work();
    flight = undefined;
    misses = state.status === 'unknown' ? misses + 1 : 0;
    route.onRest?.();
  }

  async function check(): Promise<void> {
    await (flight ?? (state.status === 'unknown' && run(resolve)));
  }

  async function submit(response: InteractionResponse, send = route.send): Promise<void> {
    if (flight !== undefined || isSettled(state.status)) return flight;
    if (JSON.stringify(answer?.response) !== JSON.stringify(response)) {
      answer = { response, key: randomKey() };
    }
    if (state.status === 'unknown') return run(resolve);
    return run(async () => {
      await post(send);
      if (state.status === 'unknown') await resolve();
    });
  }

  return {
    state: () => state,
    misses: () => misses,
    isBusy: () => flight !== undefined,
    put,
    submit,
    retry: async () => (answer === undefined ? undefined : submit(answer.response)),
    check,
  };
}
