import type {
  ApprovalAction,
  EventOf,
  InteractionOutcome,
  InteractionRequest,
  InteractionResponse,
  InteractionView,
  RespondResult,
  RunEvent,
} from '@hitl/protocol';
import { actionOf } from '@hitl/protocol/fold';
import { BASE_MS, retryDelay } from '../base/backoff.ts';
import type { HitlClient } from '../client/client.ts';
import { toClientError, type ClientError } from '../base/errors.ts';
import { withClock } from '../stores/inbox-store.ts';
import { randomKey } from '../base/random-key.ts';
import { createStore, type Store } from '../stores/store.ts';
import { followTabs, tellTabs } from '../tabs/cross-tab-sync.ts';

/**
 * Where the answer to one request stands.
 *
 * Live, it can be answered:
 * - `pending`: it waits.
 * - `paused`: somebody stopped its clock; it can be answered or resumed.
 * - `failed`: the server did not take the answer. `error` says why, `retryable` whether the same one
 *   can succeed.
 *
 * In between:
 * - `submitting`: the answer is on its way.
 * - `unknown`: no word came back, so it may have been recorded. The server is asked what stands: at
 *   once, by itself again and again while somebody listens, and by `check`. The answer is sent again
 *   only after the server said that this cannot count twice.
 *
 * Over:
 * - `confirmed`: our answer stands.
 * - `answered_elsewhere`: another one stands; `settlement` shows it.
 * - `expired`, `superseded`, `cancelled`: nobody's answer stands.
 */
export type SubmissionStatus =
  | 'pending'
  | 'paused'
  | 'failed'
  | 'submitting'
  | 'unknown'
  | 'confirmed'
  | 'answered_elsewhere'
  | 'expired'
  | 'superseded'
  | 'cancelled';

/** What stands for a request that is over, as far as it is known here. */
export interface Settlement {
  readonly outcome: InteractionOutcome;
  /** Sensitive values stand as handles. */
  readonly response?: InteractionResponse;
  readonly resolved_at?: string;
  readonly resolved_by?: string;
}

/** One answer, as it is known now. It never holds what a person typed. */
export interface SubmissionSnapshot {
  /** With its clock as it stands now: `expires_at`, `paused`. */
  readonly request: InteractionRequest;
  readonly status: SubmissionStatus;
  /** What the answer that was sent last asks for; without it, it was a plain answer to a question. */
  readonly action?: ApprovalAction;
  /** Why it is `failed` or `unknown`; `error.errors` lists what does not fit. */
  readonly error?: ClientError;
  /** Whether the same answer may succeed when it is sent again. */
  readonly retryable: boolean;
  /** The run, once the answer is confirmed. */
  readonly result?: RespondResult;
  readonly settlement?: Settlement;
}

/** Sends a response under a key. */
export type SendAnswer = (
  response: InteractionResponse,
  idempotencyKey: string,
) => Promise<RespondResult | undefined>;

/** The answer to one request. Its methods never fail: what happened is in the snapshot. */
export interface Submission extends Store<SubmissionSnapshot> {
  /**
   * Answers. While an answer is on its way, returns that one's outcome; once it is over, does
   * nothing. `send` is another way to the server, such as one call for many answers.
   */
  readonly submit: (
    response: InteractionResponse,
    send?: SendAnswer,
  ) => Promise<SubmissionSnapshot>;
  /** Sends the last answer again, under the same key. */
  readonly retry: () => Promise<SubmissionSnapshot>;
  /** Asks the server what stands, when that is not known. */
  readonly check: () => Promise<SubmissionSnapshot>;
}

interface Heard {
  hear(event: RunEvent): void;
  /** Nobody looks at it, and nothing can change any more. */
  isForgettable(): boolean;
}

interface Book {
  readonly entries: Map<string, Submission & Heard>;
  /** From how many on it is looked for what can be forgotten. */
  many: number;
}

/** One submission for each request of a client, however many cards show it. */
const books = new WeakMap<HitlClient, Book>();
const MANY = 500;

/**
 * The answer to a request. There is one for each request of a client: a second card of the same
 * request, or the same card mounted again, gets it as it stands.
 */
export function createSubmission(client: HitlClient, request: InteractionRequest): Submission {
  const book = bookOf(client);
  const { entries } = book;
  const known = entries.get(request.id);
  if (known !== undefined) return known;
  if (entries.size >= book.many) {
    for (const [id, entry] of entries) if (entry.isForgettable()) entries.delete(id);
    // What is left is in use: a long inbox is not gone through for each of its requests.
    book.many = Math.max(MANY, 2 * entries.size);
  }
  const created = newSubmission(client, request);
  entries.set(request.id, created);
  return created;
}

function bookOf(client: HitlClient): Book {
  let book = books.get(client);
  if (book === undefined) {
    const entries: Book['entries'] = new Map();
    client.observe((event) => {
      const { interaction_id: id } = event.data as { interaction_id?: string };
      if (id !== undefined) entries.get(id)?.hear(event);
    });
    book = { entries, many: MANY };
    books.set(client, book);
  }
  return book;
}

type State = Omit<SubmissionSnapshot, 'request' | 'settlement'>;

function newSubmission(client: HitlClient, first: InteractionRequest): Submission & Heard {
  const { id } = first;
  const { clock } = client;
  let request = first;
  let state: State = waiting();
  let settlement: Settlement | undefined;
  /** The answer that was sent last; forgotten once it is over. */
  let answer: { readonly response: InteractionResponse; readonly key: string } | undefined;
  let flight: Promise<SubmissionSnapshot> | undefined;
  let misses = 0;
  let listened = false;
  let cancelTimer: (() => void) | undefined;

  function waiting(): State {
    return { status: request.paused === true ? 'paused' : 'pending', retryable: false };
  }

  function put(next: State): void {
    state = next;
    if (isOver(next.status)) answer = undefined;
    arm();
    store.notify();
  }

  /** What the last answer asked for, to be shown beside its fate. */
  function asked(): { action?: ApprovalAction } {
    const action = answer === undefined ? undefined : actionOf(request, answer.response);
    return action === undefined ? {} : { action };
  }

  /** Sets the one timer that the state needs: its expiry, or the next look at what stands. */
  function arm(): void {
    cancelTimer?.();
    if (!listened || flight !== undefined) return;
    if (state.status === 'unknown') {
      cancelTimer = clock.after(retryDelay(misses, BASE_MS, Math.random), () => void check());
    } else if (isLive(state.status) && request.expires_at !== undefined) {
      const left = Date.parse(request.expires_at) - clock.now();
      if (left > 0) cancelTimer = clock.after(left, arm);
      else put({ status: 'expired', retryable: false });
    }
  }

  function settled(stands: Settlement): void {
    settlement = { ...settlement, ...stands };
    const { outcome } = stands;
    put({
      status: outcome === 'answered' ? 'answered_elsewhere' : outcome,
      ...asked(),
      retryable: false,
    });
  }

  function confirmed(result: RespondResult | undefined): void {
    const { action } = asked();
    if (action === 'pause' || action === 'resume') {
      const { paused: _, ...rest } = request;
      request = action === 'pause' ? { ...rest, paused: true } : rest;
      answer = undefined;
      put(waiting());
      return;
    }
    put({ status: 'confirmed', ...asked(), retryable: false, ...(result && { result }) });
    tellTabs(client, id);
  }

  function refused(error: ClientError): void {
    const { code } = error;
    if (code === 'already_resolved') settled(settlementOf(error.problem?.['interaction']));
    else if (code === 'interaction_expired') settled({ outcome: 'expired' });
    else put({ status: 'failed', ...asked(), error, retryable: RETRYABLE.has(code) });
  }

  /** Sends the answer; `true` once its fate is known. */
  async function post(send: SendAnswer): Promise<boolean> {
    if (answer === undefined) return true;
    put({ status: 'submitting', ...asked(), retryable: false });
    try {
      confirmed(await send(answer.response, answer.key));
      return true;
    } catch (thrown) {
      const error = toClientError(thrown, 'respond');
      if (isCertain(error)) {
        refused(error);
        return true;
      }
      put({ status: 'unknown', ...asked(), error, retryable: false });
      return false;
    }
  }

  /** Asks what stands; `true` if the answer may be sent (again) now. */
  async function ask(): Promise<boolean> {
    try {
      const {
        interaction_request: _,
        run_id: __,
        status,
        ...rest
      } = await client.getInteraction(id);
      if (status === 'pending') return true;
      // Some answer stands. The same key tells whose: ours is answered like the first time.
      const maybeOurs = status === 'answered' || asked().action === 'abort_run';
      if (maybeOurs && answer !== undefined) return true;
      settled({ outcome: status, ...rest });
      return false;
    } catch (thrown) {
      const error = toClientError(thrown, 'check');
      if (isCertain(error)) refused(error);
      else put({ status: 'unknown', ...asked(), error, retryable: false });
      return false;
    }
  }

  /** One thing at a time: who comes while it is under way gets its outcome. */
  function fly(work: () => Promise<unknown>): Promise<SubmissionSnapshot> {
    flight ??= work().then(() => {
      flight = undefined;
      misses = state.status === 'unknown' ? misses + 1 : 0;
      arm();
      return store.getSnapshot();
    });
    return flight;
  }

  const sendAlone: SendAnswer = (response, idempotencyKey) =>
    client.respond(response, { idempotencyKey });

  function check(): Promise<SubmissionSnapshot> {
    if (flight !== undefined || state.status !== 'unknown') {
      return flight ?? Promise.resolve(store.getSnapshot());
    }
    return fly(async () => (await ask()) && post(sendAlone));
  }

  function submit(response: InteractionResponse, send = sendAlone): Promise<SubmissionSnapshot> {
    if (flight !== undefined) return flight;
    if (isOver(state.status)) return Promise.resolve(store.getSnapshot());
    if (JSON.stringify(answer?.response) !== JSON.stringify(response)) {
      answer = { response, key: randomKey() };
    }
    if (state.status === 'unknown') return check();
    return fly(async () => (await post(send)) || ((await ask()) && post(sendAlone)));
  }

  const store = createStore<SubmissionSnapshot>(
    () => ({ request, ...state, ...(settlement !== undefined && { settlement }) }),
    {
      client,
      start() {
        listened = true;
        arm();
        const stop = followTabs(client, {
          waits: (requestId) => requestId === id && flight === undefined && !isOver(state.status),
          settled: (view) => heardSettlement(settlementOf(view)),
        });
        return () => {
          listened = false;
          cancelTimer?.();
          stop();
        };
      },
    },
  );

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    submit,
    retry() {
      if (answer === undefined) return Promise.resolve(store.getSnapshot());
      return submit(answer.response);
    },
    check,
    hear(event) {
      switch (event.type) {
        case 'interaction_response':
          settlement = { outcome: 'answered', response: event.data.response };
          return;
        case 'interaction_resolved':
          heardResolution(event);
          return;
        case 'tool_paused':
        case 'tool_resumed':
          request = withClock(request, event);
          if (state.status === 'pending' || state.status === 'paused') put(waiting());
          else store.notify();
          return;
        default:
      }
    },
    isForgettable: () => !listened && isOver(state.status),
  };

  function heardResolution({ data, timestamp }: EventOf<'interaction_resolved'>): void {
    const { outcome, resolved_by } = data;
    heardSettlement({
      outcome,
      resolved_at: timestamp,
      ...(resolved_by !== undefined && { resolved_by }),
    });
  }

  function heardSettlement(heard: Settlement): void {
    settlement = { ...settlement, ...heard };
    // An answer under way is told its own fate; an unknown one can be asked about now.
    if (state.status === 'unknown') void check();
    else if (flight !== undefined || state.status === 'confirmed') store.notify();
    else settled(settlement);
  }
}

function isLive(status: SubmissionStatus): boolean {
  return status === 'pending' || status === 'failed';
}

function isOver(status: SubmissionStatus): boolean {
  return !(isLive(status) || OPEN.has(status));
}

const OPEN: ReadonlySet<SubmissionStatus> = new Set(['paused', 'submitting', 'unknown']);

/** Nothing was recorded, and nothing about the answer has to change. */
const RETRYABLE: ReadonlySet<string> = new Set(['unauthenticated', 'rate_limited', 'bad_reply']);

/** Whether the error says that nothing was recorded, or what stands instead. */
function isCertain({ code, status }: ClientError): boolean {
  if (code === 'bad_call') return true;
  return status !== undefined && status >= 400 && status < 500 && status !== 408;
}

/** What stands, as the problem `already_resolved` shows it. */
function settlementOf(interaction: unknown): Settlement {
  const view = interaction as Partial<InteractionView> | undefined;
  const { status, response, resolved_at, resolved_by } = view ?? {};
  return {
    outcome: status === undefined || status === 'pending' ? 'answered' : status,
    ...(response !== undefined && { response }),
    ...(resolved_at !== undefined && { resolved_at }),
    ...(resolved_by !== undefined && { resolved_by }),
  };
}
