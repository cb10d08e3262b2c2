import { approvalOf, denialOf, type Settlement, type SubmissionStatus } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { createSubmissionTo, type CardSubmission, type OnRespond } from './card/submission.ts';

/** One request of a batch and where its answer stands. */
export interface BatchItem {
  readonly request: InteractionRequest;
  readonly status: SubmissionStatus;
  readonly settlement?: Settlement;
}

/** What a batch panel needs to know: the client's `BatchSnapshot`, or that of a local one. */
export interface BatchState {
  readonly items: readonly BatchItem[];
  readonly settled: number;
  readonly submitting: boolean;
}

/** The requests of one message, decided one by one or together. */
export interface BatchSource {
  getSnapshot(): BatchState;
  subscribe(listener: () => void): () => void;
  update(requests: readonly InteractionRequest[]): void;
  item(requestId: string): CardSubmission | undefined;
  allowAll(details: undefined, only: (request: InteractionRequest) => boolean): Promise<unknown>;
  denyAll(note?: string): Promise<unknown>;
}

const ANSWERABLE: ReadonlySet<SubmissionStatus> = new Set(['pending', 'paused', 'failed']);
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
export function createBatchTo(send: OnRespond): BatchSource {
  const submissions = new Map<string, CardSubmission>();
  const requests = new Map<string, InteractionRequest>();
  const listeners = new Set<() => void>();
  let snapshot: BatchState | undefined;
  const changed = (): void => {
    snapshot = undefined;
    for (const listener of listeners) listener();
  };
  const itemOf = (request: InteractionRequest): BatchItem => ({
    request,
    ...(submissions.get(request.id)?.getSnapshot() ?? { status: 'pending' }),
  });
  const build = (): BatchState => {
    const items = [...requests.values()].map(itemOf).toSorted((a, b) => placeOf(a) - placeOf(b));
    return {
      items,
      settled: items.filter(({ status }) => OVER.has(status)).length,
      submitting: items.some(({ status }) => status === 'submitting'),
    };
  };
  async function answerAll(
    choose: (request: InteractionRequest) => InteractionResponse | undefined,
  ): Promise<void> {
    const answers = build().items.flatMap(({ request, status }) => {
      const response = ANSWERABLE.has(status) ? choose(request) : undefined;
      const submission = submissions.get(request.id);
      return response === undefined || submission === undefined ? [] : [{ submission, response }];
    });
    await Promise.all(answers.map(({ submission, response }) => submission.submit(response)));
  }
  return {
    getSnapshot: () => (snapshot ??= build()),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    update(next) {
      for (const request of next) {
        if (requests.get(request.id) === request) continue;
        requests.set(request.id, request);
        if (submissions.has(request.id)) continue;
        const submission = createSubmissionTo(request, send);
        submission.subscribe(changed);
        submissions.set(request.id, submission);
      }
      changed();
    },
    item: (id) => submissions.get(id),
    allowAll: (_, only) =>
      answerAll((request) =>
        request.purpose === 'authorization' && only(request) ? approvalOf(request) : undefined,
      ),
    denyAll: (note) =>
      answerAll((request) =>
        request.allowed_actions.includes('deny') ? denialOf(request, note) : undefined,
      ),
  };
}
