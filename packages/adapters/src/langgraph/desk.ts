import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { AdapterError } from '../base/adapter-error.ts';
import type { AnswerStore } from '../base/answer-store.ts';
import { readAnswer } from '../base/read-answer.ts';
import { createRequestMemory } from '../base/requests.ts';
import { readInterruptValue, type InterruptReading } from './interrupt-forms.ts';

/** An interrupt, as LangGraph returns it. */
export interface InterruptLike {
  readonly id?: string | undefined;
  readonly value?: unknown;
}

/** A thread that waits. */
export interface WaitingThread {
  readonly threadId: string;
  readonly interrupts: readonly InterruptLike[];
  /** Tells one pause of a thread from the next. */
  readonly checkpointId?: string | undefined;
}

/** What waits in a thread. */
export interface ThreadInteractions {
  /** For `PendingRequests`, or a card each. The same objects for as long as nothing changes. */
  readonly requests: readonly InteractionRequest[];
  /** Interrupts that no card can show, and why. Answer them in your own way. */
  readonly unsupported: readonly { readonly interruptId: string; readonly error: AdapterError }[];
}

/** What a thread is resumed with: a value for each interrupt, by its id. */
export type Resume = Readonly<Record<string, unknown>>;

/** Turns the interrupts of one thread into requests, and answers into what the thread is resumed with. */
export interface InterruptDesk {
  readonly read: (thread: WaitingThread) => ThreadInteractions;
  /**
   * Takes an answer to a request of the last `read`. Returns what to resume with once every request has
   * one, else `undefined`: LangGraph takes the decisions of a message together, by their position.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; the answer was
   *   not kept then.
   */
  readonly answer: (response: InteractionResponse) => Resume | undefined;
}

interface Open extends InterruptReading {
  readonly interruptId: string;
}

/** The thread of `getState()`, with all that waits in it, in subgraphs too where they were asked for. */
export function threadOf(snapshot: {
  readonly config: { readonly configurable?: Readonly<Record<string, unknown>> };
  readonly tasks: readonly { readonly interrupts: readonly InterruptLike[] }[];
}): WaitingThread {
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

/** A desk for one thread. With `answers` of yours, what was answered survives a restart. */
export function createInterruptDesk(
  options: { readonly answers?: AnswerStore | undefined } = {},
): InterruptDesk {
  const answers: AnswerStore = options.answers ?? new Map<string, InteractionResponse>();
  const memory = createRequestMemory();
  let open: readonly Open[] = [];
  let known: readonly string[] = [];
  return {
    read({ threadId, interrupts, checkpointId = '' }) {
      const unsupported: { interruptId: string; error: AdapterError }[] = [];
      // One without an id is a breakpoint, or of an old version: it cannot be answered by its id.
      open = interrupts.flatMap(({ id: interruptId = '', value }): Open[] => {
        const key = `${checkpointId}:${interruptId}`;
        try {
          const origin = { sessionId: threadId, createdAt: memory.seen(key) };
          return [{ interruptId, ...readInterruptValue(key, interruptId && value, origin) }];
        } catch (error) {
          if (!(error instanceof AdapterError)) throw error;
          unsupported.push({ interruptId, error });
          return [];
        }
      });
      const all = open.flatMap(({ requests }) => requests);
      // What is gone may come back under the same id: then it is asked anew.
      for (const id of known) if (!all.some((one) => one.id === id)) answers.delete(id);
      known = all.map(({ id }) => id);
      const waiting = all.filter(({ id }) => answers.get(id) === undefined);
      return { requests: memory.keep(waiting), unsupported };
    },
    answer(response) {
      const all = open.flatMap(({ requests }) => requests);
      const request = all.find(({ id }) => id === response.request_id);
      if (request === undefined || answers.get(request.id) !== undefined) {
        throw new AdapterError('unknown_request', `Nothing waits as ${response.request_id}.`);
      }
      readAnswer(request, response);
      answers.set(request.id, response);
      if (all.some(({ id }) => answers.get(id) === undefined)) return undefined;
      return Object.fromEntries(
        open.map(({ interruptId, requests, resumeValue }) => {
          const given = requests.flatMap((one) => {
            const kept = answers.get(one.id);
            return kept === undefined ? [] : [readAnswer(one, kept)];
          });
          return [interruptId, resumeValue(given)];
        }),
      );
    },
  };
}
