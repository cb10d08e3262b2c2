import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { ClientError } from '../base/errors.ts';
import { randomKey } from '../base/random-key.ts';
import type { HitlClient } from '../client/client.ts';
import { createStore, type Store } from '../stores/store.ts';
import type { AnswerSnapshot } from './answer-machine.ts';
import { approvalOf, denialOf, type AnswerDetails } from './answers.ts';
import { createHostSubmission, type HostSubmission, type TakeAnswer } from './host-submission.ts';
import { isAnswerable, isSettled } from './status.ts';
import {
  createSubmission,
  type Settlement,
  type Submission,
  type SubmissionSnapshot,
} from './submission.ts';

/** One request of a batch, with the state of its answer. */
export interface BatchItem extends AnswerSnapshot {
  readonly request: InteractionRequest;
  readonly settlement?: Settlement;
}

/** State of a batch. */
export interface BatchSnapshot<I extends BatchItem = SubmissionSnapshot> {
  /** In call order. Settled ones stay. */
  readonly items: readonly I[];
  /** Number of settled requests. */
  readonly settled: number;
  /** Whether an answer is being sent. */
  readonly submitting: boolean;
}

/** The requests of one agent message, decided one by one or together. */
export interface Batch<I extends BatchItem = SubmissionSnapshot, S = Submission> extends Store<
  BatchSnapshot<I>
> {
  /** Adds the requests that are pending now. Known requests stay, settled or not. */
  readonly update: (requests: readonly InteractionRequest[]) => void;
  /** The answer to one of them. */
  readonly item: (requestId: string) => S | undefined;
  /**
   * Answers, in one call, all requests that can be answered at this moment and for which `choose`
   * returns an answer. Requests that arrive later are not affected.
   */
  readonly respondAll: (
    choose: (request: InteractionRequest) => InteractionResponse | undefined,
  ) => Promise<readonly I[]>;
  /** Approves every authorization among them, except those excluded by `only`. */
  readonly allowAll: (
    details?: AnswerDetails,
    only?: (request: InteractionRequest) => boolean,
  ) => Promise<readonly I[]>;
  /** Denies all requests that can be denied. */
  readonly denyAll: (note?: string) => Promise<readonly I[]>;
}

/** A batch that passes each answer to a function of the host. */
export type HostBatch = Batch<BatchItem, HostSubmission>;

/** Creates a batch of the requests of one message; `update` it with requests that open later. */
export function createBatch(
  client: HitlClient,
  requests: readonly InteractionRequest[] = [],
): Batch {
  return newBatch<SubmissionSnapshot, Submission>(requests, {
    client,
    open: (request) => createSubmission(client, request),
    show: (item) => item.getSnapshot(),
    sendAll(chosen) {
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
    },
  });
}

/** Creates a batch of the requests of one message, for a host that takes the answers itself. */
export function createHostBatch(
  take: TakeAnswer,
  requests: readonly InteractionRequest[] = [],
): HostBatch {
  return newBatch<BatchItem, HostSubmission>(requests, {
    open: (request) => createHostSubmission(request, take),
    show: (item, request) => ({ ...item.getSnapshot(), request }),
    sendAll: (chosen) => Promise.all(chosen.map(({ item, response }) => item.submit(response))),
  });
}

/** The destination of the answers of a batch. */
interface BatchParts<I, S> {
  /** Without one, the batch subscribes to its items from the start. */
  readonly client?: HitlClient;
  readonly open: (request: InteractionRequest) => S;
  readonly show: (item: S, request: InteractionRequest) => I;
  readonly sendAll: (
    chosen: readonly { readonly item: S; readonly response: InteractionResponse }[],
  ) => Promise<unknown>;
}

function newBatch<I extends BatchItem, S extends Store<AnswerSnapshot>>(
  requests: readonly InteractionRequest[],
  { client, open, show, sendAll }: BatchParts<I, S>,
): Batch<I, S> {
  const rows = new Map<string, { readonly request: InteractionRequest; readonly item: S }>();
  const subscriptions = new Map<string, () => void>();
  let active = client === undefined;

  const { subscribe, notify } = createStore(
    () => undefined,
    client && {
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
    },
  );

  let shown: readonly unknown[] = [];
  let snapshot: BatchSnapshot<I> = { items: [], settled: 0, submitting: false };

  /** Reads the items each time: they change even if the batch has no listeners. */
  function getSnapshot(): BatchSnapshot<I> {
    const all = [...rows.values()];
    const parts = all.flatMap(({ item, request }) => [item.getSnapshot(), request]);
    if (parts.length === shown.length && parts.every((part, at) => part === shown[at])) {
      return snapshot;
    }
    shown = parts;
    const items = all.map(({ item, request }) => show(item, request));
    snapshot = {
      // Requests without an index, such as those of a running tool, come after the others.
      items: items.toSorted((left, right) => placeOf(left) - placeOf(right)),
      settled: items.filter(({ status }) => isSettled(status)).length,
      submitting: items.some(({ status }) => status === 'submitting'),
    };
    return snapshot;
  }

  function listen(): void {
    for (const [id, { item }] of rows) {
      if (!subscriptions.has(id)) subscriptions.set(id, item.subscribe(notify));
    }
  }

  function update(next: readonly InteractionRequest[]): void {
    const fresh = next.filter((request) => rows.get(request.id)?.request !== request);
    for (const request of fresh) {
      const item = rows.get(request.id)?.item ?? open(request);
      rows.set(request.id, { request, item });
    }
    if (active) listen();
    if (fresh.length > 0) notify();
  }

  async function respondAll(
    choose: (request: InteractionRequest) => InteractionResponse | undefined,
  ): Promise<readonly I[]> {
    const chosen = getSnapshot().items.flatMap(({ request, status }) => {
      const row = rows.get(request.id);
      const response = isAnswerable(status) ? choose(request) : undefined;
      return row === undefined || response === undefined ? [] : [{ ...row, response }];
    });
    if (chosen.length > 0) await sendAll(chosen);
    return chosen.map(({ item, request }) => show(item, request));
  }

  update(requests);
  return {
    getSnapshot,
    subscribe,
    update,
    item: (id) => rows.get(id)?.item,
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

/** A request that is not fully readable may lack its allowed actions. */
function can(request: Partial<InteractionRequest>, action: 'approve' | 'deny'): boolean {
  return request.allowed_actions?.includes(action) === true;
}

function placeOf({ request }: BatchItem): number {
  return request.batch?.index ?? Infinity;
}
