import type {
  EventOf,
  InteractionOutcome,
  InteractionRequest,
  InteractionResponse,
  InteractionView,
  RunEvent,
} from '@hitl/protocol';
import { BASE_MS, retryDelay } from '../base/backoff.ts';
import { toClientError, type ClientError } from '../base/errors.ts';
import type { HitlClient } from '../client/client.ts';
import { withClock } from '../stores/inbox-store.ts';
import { createStore, type Store } from '../stores/store.ts';
import { followTabs, notifyTabs } from '../tabs/cross-tab-sync.ts';
import {
  createAnswer,
  type AnswerSnapshot,
  type Outcome,
  type SendAnswer,
} from './answer-machine.ts';
import { isAnswerable, isSettled } from './status.ts';

/** Outcome of a settled request, as far as it is known here. */
export interface Settlement {
  readonly outcome: InteractionOutcome;
  /** Sensitive values are replaced by handles. */
  readonly response?: InteractionResponse;
  readonly resolvedAt?: string;
  readonly resolvedBy?: string;
}

/**
 * State of one answer. It never contains a person's input. `error.errors` lists its validation
 * issues.
 */
export interface SubmissionSnapshot extends AnswerSnapshot<ClientError> {
  /** With the current state of its clock: `expires_at`, `paused`. */
  readonly request: InteractionRequest;
  readonly settlement?: Settlement;
}

/** The answer to one request. Its methods never reject: the outcome is in the snapshot. */
export interface Submission extends Store<SubmissionSnapshot> {
  /**
   * Answers. While an answer is being sent, returns its outcome; once it is settled, does nothing.
   * `send` is another way to the server, such as one call for many answers.
   */
  readonly submit: (
    response: InteractionResponse,
    send?: SendAnswer,
  ) => Promise<SubmissionSnapshot>;
  /** Sends the last answer again, with the same key. */
  readonly retry: () => Promise<SubmissionSnapshot>;
  /** Asks the server for the current state, if it is unknown. */
  readonly check: () => Promise<SubmissionSnapshot>;
}

/** A submission that receives events from its client. */
interface Registered extends Submission {
  readonly onEvent: (event: RunEvent) => void;
  /** It has no listeners and cannot change any more. */
  readonly isForgettable: () => boolean;
}

interface Registry {
  readonly entries: Map<string, Registered>;
  /** Number of submissions above which unused ones are dropped. */
  many: number;
}

/** One submission for each request of a client, however many cards show it. */
const registries = new WeakMap<HitlClient, Registry>();
const MANY = 500;

/**
 * Returns the submission of a request. There is one per request and client: a second card of the
 * same request, or a remounted card, gets the same one.
 */
export function createSubmission(client: HitlClient, request: InteractionRequest): Submission {
  const registry = registryOf(client);
  const { entries } = registry;
  const known = entries.get(request.id);
  if (known !== undefined) return known;
  if (entries.size >= registry.many) {
    for (const [id, entry] of entries) if (entry.isForgettable()) entries.delete(id);
    // The rest is in use: a long inbox is not searched for each of its requests.
    registry.many = Math.max(MANY, 2 * entries.size);
  }
  const created = newSubmission(client, request);
  entries.set(request.id, created);
  return created;
}

function registryOf(client: HitlClient): Registry {
  let registry = registries.get(client);
  if (registry === undefined) {
    const entries: Registry['entries'] = new Map();
    client.observe((event) => {
      const { interaction_id: id } = event.data as { interaction_id?: string };
      if (id !== undefined) entries.get(id)?.onEvent(event);
    });
    registry = { entries, many: MANY };
    registries.set(client, registry);
  }
  return registry;
}

function newSubmission(client: HitlClient, first: InteractionRequest): Registered {
  const { id } = first;
  const { clock } = client;
  let request = first;
  let settlement: Settlement | undefined;
  let listened = false;
  let cancelTimer: (() => void) | undefined;

  const waiting = (): 'paused' | 'pending' => (request.paused === true ? 'paused' : 'pending');

  const answer = createAnswer<ClientError>(
    {
      request: () => request,
      send: (response, idempotencyKey) => client.respond(response, { idempotencyKey }),
      onSent(action, result) {
        if (action === 'pause' || action === 'resume') {
          const { paused: _, ...rest } = request;
          request = action === 'pause' ? { ...rest, paused: true } : rest;
          return { status: waiting() };
        }
        notifyTabs(client, id);
        return { status: 'confirmed', ...(result && { result }) };
      },
      onFailed(thrown) {
        const error = toClientError(thrown, 'respond');
        const { code } = error;
        if (!isCertain(error)) return { status: 'unknown', error };
        if (code === 'already_resolved') {
          return settled(settlementOf(error.problem?.['interaction']));
        }
        if (code === 'interaction_expired') return settled({ outcome: 'expired' });
        return { status: 'failed', error, retryable: RETRYABLE.has(code) };
      },
      async ask(action) {
        const view = await client.getInteraction(id);
        const { status } = view;
        // If an answer was recorded, the same key shows whose it is: ours gets the same reply as
        // the first time.
        const maybeOurs = status === 'answered' || action === 'abort_run';
        return status === 'pending' || maybeOurs ? undefined : settled(settlementOf(view));
      },
      onChange() {
        arm();
        store.notify();
      },
      onRest: () => arm(),
    },
    waiting(),
  );

  /** Sets the one timer that the state needs: its expiry, or the next check. */
  function arm(): void {
    cancelTimer?.();
    const { status } = answer.state();
    if (!listened || answer.isBusy()) return;
    if (status === 'unknown') {
      const delay = retryDelay(answer.misses(), BASE_MS, Math.random);
      cancelTimer = clock.after(delay, () => void answer.check());
    } else if (isAnswerable(status) && status !== 'paused' && request.expires_at !== undefined) {
      const left = Date.parse(request.expires_at) - clock.now();
      if (left > 0) cancelTimer = clock.after(left, arm);
      else answer.put({ status: 'expired' });
    }
  }

  /** Records the outcome, and returns the state of our answer. */
  function settled(recorded: Settlement): Outcome<ClientError> {
    settlement = { ...settlement, ...recorded };
    const { outcome } = recorded;
    return { status: outcome === 'answered' ? 'answered_elsewhere' : outcome };
  }

  const store = createStore<SubmissionSnapshot>(
    () => ({ request, ...answer.state(), ...(settlement !== undefined && { settlement }) }),
    {
      client,
      start() {
        listened = true;
        arm();
        const stop = followTabs(client, {
          waits: (requestId) =>
            requestId === id && !answer.isBusy() && !isSettled(answer.state().status),
          settled: (view) => onSettled(settlementOf(view)),
        });
        return () => {
          listened = false;
          cancelTimer?.();
          stop();
        };
      },
    },
  );

  function onSettled(recorded: Settlement): void {
    const next = settled(recorded);
    const { status } = answer.state();
    // An answer being sent will get its own reply; an unknown one can be checked now.
    if (status === 'unknown') void answer.check();
    else if (answer.isBusy() || status === 'confirmed') store.notify();
    else answer.put(next);
  }

  const after = async (work: Promise<void>): Promise<SubmissionSnapshot> => {
    await work;
    return store.getSnapshot();
  };

  return {
    getSnapshot: store.getSnapshot,
    subscribe: store.subscribe,
    submit: (response, send) => after(answer.submit(response, send)),
    retry: () => after(answer.retry()),
    check: () => after(answer.check()),
    onEvent(event) {
      switch (event.type) {
        case 'interaction_response':
          settlement = { outcome: 'answered', response: event.data.response };
          return;
        case 'interaction_resolved':
          onSettled(settlementIn(event));
          return;
        case 'tool_paused':
        case 'tool_resumed': {
          request = withClock(request, event);
          const { status } = answer.state();
          if (status === 'pending' || status === 'paused') answer.put({ status: waiting() });
          else store.notify();
          return;
        }
        default:
      }
    },
    isForgettable: () => !listened && isSettled(answer.state().status),
  };
}

/** Nothing was recorded, and the answer can stay the same. */
const RETRYABLE: ReadonlySet<string> = new Set(['unauthenticated', 'rate_limited', 'bad_reply']);

/** Whether the error means that nothing was recorded, or contains the current state. */
function isCertain({ code, status }: ClientError): boolean {
  if (code === 'bad_call') return true;
  return status !== undefined && status >= 400 && status < 500 && status !== 408;
}

/** The outcome, from an event. */
function settlementIn({ data, timestamp }: EventOf<'interaction_resolved'>): Settlement {
  const { outcome, resolved_by: resolvedBy } = data;
  return {
    outcome,
    resolvedAt: timestamp,
    ...(resolvedBy !== undefined && { resolvedBy }),
  };
}

/** The outcome, from the details of an interaction or the problem `already_resolved`. */
function settlementOf(interaction: unknown): Settlement {
  const view = interaction as Partial<InteractionView> | undefined;
  const { status, response, resolved_at: resolvedAt, resolved_by: resolvedBy } = view ?? {};
  return {
    outcome: status === undefined || status === 'pending' ? 'answered' : status,
    ...(response !== undefined && { response }),
    ...(resolvedAt !== undefined && { resolvedAt }),
    ...(resolvedBy !== undefined && { resolvedBy }),
  };
}
