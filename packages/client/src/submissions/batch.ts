import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { approvalOf, denialOf, type AnswerDetails } from './answers.ts';
import type { HitlClient } from '../client/client.ts';
import { ClientError } from '../base/errors.ts';
import { randomKey } from '../base/random-key.ts';
import { createStore, type Store } from '../stores/store.ts';
import { createSubmission, type Submission, type SubmissionSnapshot } from './submission.ts';

/** The requests of one message, as they are known now. */
export interface BatchSnapshot {
  /** In call order. Settled ones stay. */
  readonly items: readonly SubmissionSnapshot[];
  /** How many are over. */
  readonly settled: number;
  /** Whether an answer is on its way. */
  readonly submitting: boolean;
}

/** The requests that one message of the agent asks, decided one by one or together. */
export interface Batch extends Store<BatchSnapshot> {
  /** Takes up what waits now. Requests known before stay, settled or not. */
  readonly update: (requests: readonly InteractionRequest[]) => void;
  /** The answer to one of them. */
  readonly item: (requestId: string) => Submission | undefined;
  /**
   * Answers, in one call, those that can be answered at this moment and for which `choose` has an
   * answer. What arrives later is not touched.
   */
  readonly respondAll: (
    choose: (request: InteractionRequest) => InteractionResponse | undefined,
  ) => Promise<readonly SubmissionSnapshot[]>;
  /** Approves every authorization among them, but for those that `only` leaves out. */
  readonly allowAll: (
    details?: AnswerDetails,
    only?: (request: InteractionRequest) => boolean,
  ) => Promise<readonly SubmissionSnapshot[]>;
  /** Refuses all that can be refused. */
  readonly denyAll: (note?: string) => Promise<readonly SubmissionSnapshot[]>;
}

/** The requests of one message: give it those, and `update` it with what waits later. */
export function createBatch(
  client: HitlClient,
  requests: readonly InteractionRequest[] = [],
): Batch {
  const items = new Map<string, Submission>();
  const subscriptions = new Map<string, () => void>();
  let active = false;

  const { subscribe, notify } = createStore(() => undefined, {
    client,
    start() {
      active = true;
      listen();
      return () => {
        active = false;
        for (const stop of subscriptions.values()) stop();
        subscriptions.clear();
      };
    },
  });

  let shown: readonly SubmissionSnapshot[] = [];
  let snapshot: BatchSnapshot = { items: shown, settled: 0, submitting: false };

  /** Looks at the items each time: they change, also while nobody listens to the batch. */
  function getSnapshot(): BatchSnapshot {
    const list = [...items.values()].map((item) => item.getSnapshot());
    if (list.length === shown.length && list.every((item, at) => item === shown[at])) {
      return snapshot;
    }
    shown = list;
    snapshot = {
      // Requests without a place, such as those asked while a tool runs, come after the others.
      items: list.toSorted((left, right) => placeOf(left) - placeOf(right)),
      settled: list.filter(({ status }) => SETTLED.has(status)).length,
      submitting: list.some(({ status }) => status === 'submitting'),
    };
    return snapshot;
  }

  function listen(): void {
    for (const [id, item] of items) {
      if (!subscriptions.has(id)) subscriptions.set(id, item.subscribe(notify));
    }
  }

  function update(next: readonly InteractionRequest[]): void {
    const before = items.size;
    for (const request of next) items.set(request.id, createSubmission(client, request));
    if (active) listen();
    if (items.size !== before) notify();
  }

  async function respondAll(
    choose: (request: InteractionRequest) => InteractionResponse | undefined,
  ): Promise<readonly SubmissionSnapshot[]> {
    const chosen = getSnapshot().items.flatMap(({ request, status }) => {
      const item = items.get(request.id);
      const response = ANSWERABLE.has(status) ? choose(request) : undefined;
      return item === undefined || response === undefined ? [] : [{ item, response }];
    });
    if (chosen.length === 0) return [];
    const responses = chosen.map(({ response }) => response);
    const sent = client.respondAll(responses, { idempotencyKey: randomKey() });
    return Promise.all(
      chosen.map(({ item, response }) =>
        item.submit(response, async () => {
          const { results } = await sent;
          const own = results.find(({ request_id: id }) => id === response.request_id);
          if (own?.ok === true) return undefined;
          const { problem } = own ?? {};
          if (problem === undefined) {
            throw new ClientError('bad_reply', 'The server left an answer out of its results.');
          }
          const { code, detail, status } = problem;
          throw new ClientError(code, detail, { problem, status });
        }),
      ),
    );
  }

  update(requests);
  return {
    getSnapshot,
    subscribe,
    update,
    item: (id) => items.get(id),
    respondAll,
    allowAll: (details, only = () => true) =>
      respondAll((request) =>
        request.purpose === 'authorization' && can(request, 'approve') && only(request)
          ? approvalOf(request, details)
          : undefined,
      ),
    denyAll: (note) =>
      respondAll((request) => (can(request, 'deny') ? denialOf(request, note) : undefined)),
  };
}

/** A request that could not be read whole may lack what it allows. */
function can(request: Partial<InteractionRequest>, action: 'approve' | 'deny'): boolean {
  return request.allowed_actions?.includes(action) === true;
}

function placeOf({ request }: SubmissionSnapshot): number {
  return request.batch?.index ?? Infinity;
}

const ANSWERABLE: ReadonlySet<string> = new Set(['pending', 'paused', 'failed']);
const SETTLED: ReadonlySet<string> = new Set([
  'confirmed',
  'answered_elsewhere',
  'expired',
  'superseded',
  'cancelled',
]);
