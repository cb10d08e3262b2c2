import type { Settlement, SubmissionStatus } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import {
  createHostSubmission,
  type CardSubmission,
  type HostSubmission,
  type OnRespond,
} from './card/submission.ts';

/** One request of a batch and where its answer stands. */
export interface BatchItem {
  readonly request: InteractionRequest;
  readonly status: SubmissionStatus;
  readonly settlement?: Settlement;
}

/** What a batch panel needs to know: the client's `BatchSnapshot`, or that of a host's. */
export interface BatchState {
  readonly items: readonly BatchItem[];
  readonly settled: number;
  readonly submitting: boolean;
}

/** The requests of one message, decided one by one or together. */
export interface BatchSource {
  readonly getSnapshot: () => BatchState;
  readonly subscribe: (listener: () => void) => () => void;
  readonly update: (requests: readonly InteractionRequest[]) => void;
  readonly item: (requestId: string) => CardSubmission | undefined;
  /** Answers those for which `choose` has an answer, but for any whose answer is on its way. */
  readonly respondAll: (
    choose: (request: InteractionRequest) => InteractionResponse | undefined,
  ) => Promise<unknown>;
  /** Where answers go, if that is a function of the host. */
  readonly sendTo?: (send: OnRespond | undefined) => void;
}

const OVER: ReadonlySet<SubmissionStatus> = new Set([
  'confirmed',
  'answered_elsewhere',
  'expired',
  'superseded',
  'cancelled',
]);

function placeOf({ request }: BatchItem): number {
  return request.batch?.index ?? Infinity;
}

/** A batch whose answers go to a function of the host, each by itself. */
export function createHostBatch(first: readonly InteractionRequest[]): BatchSource {
  const rows = new Map<string, { request: InteractionRequest; submission: HostSubmission }>();
  const listeners = new Set<() => void>();
  let send: OnRespond | undefined;
  let snapshot: BatchState | undefined;

  const changed = (): void => {
    snapshot = undefined;
    for (const listener of listeners) listener();
  };
  const build = (): BatchState => {
    const items = [...rows.values()]
      .map(({ request, submission }): BatchItem => ({ ...submission.getSnapshot(), request }))
      .toSorted((left, right) => placeOf(left) - placeOf(right));
    return {
      items,
      settled: items.filter(({ status }) => OVER.has(status)).length,
      submitting: items.some(({ status }) => status === 'submitting'),
    };
  };
  const update = (requests: readonly InteractionRequest[]): void => {
    const fresh = requests.filter((request) => rows.get(request.id)?.request !== request);
    for (const request of fresh) {
      const known = rows.get(request.id);
      const submission =
        known?.submission ?? createHostSubmission(request, (response) => send?.(response));
      if (known === undefined) submission.subscribe(changed);
      rows.set(request.id, { request, submission });
    }
    if (fresh.length > 0) changed();
  };

  update(first);
  return {
    getSnapshot: () => (snapshot ??= build()),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    update,
    item: (id) => rows.get(id)?.submission,
    async respondAll(choose) {
      const sending = build().items.map(async ({ request }) => {
        const response = choose(request);
        if (response !== undefined) await rows.get(request.id)?.submission.submit(response);
      });
      await Promise.all(sending);
    },
    sendTo(next) {
      send = next;
    },
  };
}
