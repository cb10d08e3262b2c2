import type { Store } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import type { HitlError } from '@hitl/protocol/endpoints';
import { sameJson } from '@hitl/protocol/fold';
import { AdapterError, unknownRequest } from '../base/adapter-error.ts';
import type { AnswerStore } from '../base/answer-store.ts';
import { readAnswer } from '../base/read-answer.ts';
import { createListeners } from '../base/listeners.ts';
import { convertEach, createRequestMemory } from '../base/requests.ts';
import { readInterruptValue, type ConvertedInterrupt } from './interrupt-forms.ts';

/** An interrupt, as LangGraph returns it. */
export interface InterruptLike {
  readonly id?: string | undefined;
  readonly value?: unknown;
}

/** An interrupted thread. */
export interface InterruptedThread {
  readonly threadId: string;
  readonly interrupts: readonly InterruptLike[];
  /** Distinguishes one pause of a thread from the next. */
  readonly checkpointId?: string | undefined;
}

/** Pending requests of a thread. */
export interface ThreadInteractions {
  /** For `PendingRequests`, or a card each. The same objects for as long as nothing changes. */
  readonly requests: readonly InteractionRequest[];
  /** Interrupts that no card can show, and why. Answer them in your own code. */
  readonly unsupported: readonly { readonly interruptId: string; readonly error: HitlError }[];
}

/** The value that resumes a thread: one for each interrupt, by its id. */
export type Resume = Readonly<Record<string, unknown>>;

/** Store of the interrupts of one thread as requests. Converts their answers to the value that resumes it. */
export interface InterruptStore extends Store<ThreadInteractions> {
  /** Replaces all known interrupts with those of the thread. Call it whenever the thread has paused. */
  readonly load: (thread: InterruptedThread) => void;
  /**
   * Takes an answer to a request of the last `load`. Returns the value to resume with once every request has
   * an answer, else `undefined`, because LangGraph takes the decisions of a message together, by position.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; the answer is not
   * kept then.
   */
  readonly respond: (response: InteractionResponse) => Resume | undefined;
}

interface Open extends ConvertedInterrupt {
  readonly interruptId: string;
}

/**
 * The thread of `getState()` with all its interrupts, including those of subgraphs if they were requested.
 */
export function threadOf(snapshot: {
  readonly config: { readonly configurable?: Readonly<Record<string, unknown>> };
  readonly tasks: readonly { readonly interrupts: readonly InterruptLike[] }[];
}): InterruptedThread {
  const { thread_id: threadId, checkpoint_id: checkpointId } = snapshot.config.configurable ?? {};
  if (typeof threadId !== 'string') {
    throw new AdapterError(
      'bad_option',
      'The snapshot names no thread: expected thread_id in its config.',
    );
  }
  return {
    threadId,
    interrupts: snapshot.tasks.flatMap(({ interrupts }) => interrupts),
    ...(typeof checkpointId === 'string' && { checkpointId }),
  };
}

/** Creates a store for one thread. Pass `answers` to keep answers across a restart. */
export function createInterruptStore(
  options: { readonly answers?: AnswerStore | undefined } = {},
): InterruptStore {
  const answers: AnswerStore = options.answers ?? new Map<string, InteractionResponse>();
  const memory = createRequestMemory<ThreadInteractions['unsupported'][number]>();
  const { subscribe, notify } = createListeners();
  const isPending = ({ id }: InteractionRequest): boolean => answers.get(id) === undefined;
  let open: readonly Open[] = [];
  let unsupported: ThreadInteractions['unsupported'] = [];
  const asked = (): InteractionRequest[] => open.flatMap(({ requests }) => requests);
  return {
    subscribe,
    load({ threadId, interrupts, checkpointId = '' }) {
      const before = asked();
      // An interrupt without an id is a breakpoint, or from an old version: it cannot be answered by its id.
      ({ converted: open, unsupported } = convertEach(
        interrupts,
        ({ id: interruptId = '' }) => ({ interruptId }),
        ({ id: interruptId = '', value }): Open => {
          const key = `${checkpointId}:${interruptId}`;
          const origin = { sessionId: threadId, createdAt: memory.seen(key) };
          return { interruptId, ...readInterruptValue(key, interruptId && value, origin) };
        },
      ));
      // Another question may follow under the same id: it does not get the answer.
      for (const old of before) {
        if (!asked().some((one) => sameJson(one, old))) answers.delete(old.id);
      }
      notify();
    },
    getSnapshot: () => memory.keep(asked().filter(isPending), unsupported),
    respond(response) {
      const all = asked();
      const { request_id: id } = response;
      const request = all.find((one) => one.id === id && isPending(one));
      if (request === undefined) throw unknownRequest(id);
      readAnswer(request, response);
      answers.set(id, response);
      notify();
      if (all.some(isPending)) return undefined;
      return Object.fromEntries(
        open.map(({ interruptId, requests, resumeValue }) => [
          interruptId,
          resumeValue(
            requests.map((one) => readAnswer(one, answers.get(one.id) as InteractionResponse)),
          ),
        ]),
      );
    },
  };
}
