import type {
  ApprovalAction,
  InteractionRequest,
  InteractionResponse,
  RespondResult,
} from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import { randomKey } from '../base/random-key.ts';
import { isSettled, type SubmissionStatus } from './status.ts';

/** Where an answer stands. It never holds what a person typed. */
export interface AnswerSnapshot<E = unknown> {
  readonly status: SubmissionStatus;
  /** What the answer that was sent last asks for; without it, it was a plain answer to a question. */
  readonly action?: ApprovalAction;
  /**
   * An answer was given here and something else stands: another answer, or none. `action` is what it
   * asked for.
   */
  readonly late?: true;
  /** Why it is `failed` or `unknown`. */
  readonly error?: E;
  /** Whether the same answer may succeed when it is sent again. */
  readonly retryable: boolean;
  /** The run, once the answer is confirmed. */
  readonly result?: RespondResult;
}

/** Sends a response under a key. */
export type SendAnswer = (
  response: InteractionResponse,
  idempotencyKey: string,
) => Promise<RespondResult | undefined>;

/** A state to be in next; `action` is known here, and `retryable` is false unless it says so. */
export type Outcome<E> = Omit<AnswerSnapshot<E>, 'action' | 'late' | 'retryable'> & {
  readonly retryable?: boolean;
};

/** Where answers go, and what becomes of them there. */
export interface AnswerRoute<E> {
  readonly request: () => InteractionRequest;
  readonly send: SendAnswer;
  /** The answer was taken. */
  readonly onSent: (
    action: ApprovalAction | undefined,
    result: RespondResult | undefined,
  ) => Outcome<E>;
  /** `send` or `ask` failed. `unknown`, where `ask` can tell whether the answer was recorded. */
  readonly onFailed: (thrown: unknown) => Outcome<E>;
  /** Asks what stands. `undefined`: the answer can be sent, and cannot count twice. */
  readonly ask?: (action: ApprovalAction | undefined) => Promise<Outcome<E> | undefined>;
  readonly onChange: () => void;
  /** What was under way is over. */
  readonly onRest?: () => void;
}

/** The one state machine of answers, wherever they go. */
export interface Answer<E> {
  readonly state: () => AnswerSnapshot<E>;
  /** How often in a row it could not be told what stands. */
  readonly misses: () => number;
  /** Whether something is under way. */
  readonly isBusy: () => boolean;
  /** Takes up what was learned from elsewhere. */
  readonly put: (next: Outcome<E>) => void;
  /** Answers; while something is under way, or once it is settled, only waits for that. */
  readonly submit: (response: InteractionResponse, send?: SendAnswer) => Promise<void>;
  /** Sends the last answer again, under the same key. */
  readonly retry: () => Promise<void>;
  /** Asks what stands, when that is not known. */
  readonly check: () => Promise<void>;
}

/** An answer that begins in the state `first`. */
export function createAnswer<E>(route: AnswerRoute<E>, first: SubmissionStatus): Answer<E> {
  let state: AnswerSnapshot<E> = { status: first, retryable: false };
  /** What was sent last; forgotten once it is settled. */
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
    // It asked for time, and the request waits as before.
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

  /** One thing at a time: who comes while it is under way gets its outcome. */
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
