import type { Store } from '@hitl/client';
import { writtenArgs } from '@hitl/client/view';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { unknownRequest } from '../base/adapter-error.ts';
import type { AnswerStore } from '../base/answer-store.ts';
import { isRecord } from '../base/is-record.ts';
import { createListeners } from '../base/listeners.ts';
import { convertEach, createRequestMemory } from '../base/requests.ts';
import type { ConvertedInterrupt, MessageCall } from './interrupt-forms.ts';
import { readInterrupt } from './read-interrupt.ts';
import type { AgUiInterrupt, AgUiResumeEntry } from './wire.ts';

/** The part of an agent of `@ag-ui/client`, such as an `HttpAgent`, that is used here. */
export interface AgentLike {
  readonly threadId: string;
  readonly messages: readonly { readonly id: string; readonly role: string }[];
  readonly pendingInterrupts: readonly AgUiInterrupt[];
  runAgent(parameters: { resume: AgUiResumeEntry[] }): PromiseLike<unknown>;
  subscribe(subscriber: {
    onRunErrorEvent?: (params: { event: { message: string; code?: string | undefined } }) => void;
    onRunFinalized?: () => void;
  }): { unsubscribe(): void };
}

/** Pending interrupts of an agent. */
export interface AgentInteractions {
  /** For `PendingRequests`, or a card each. The same objects for as long as nothing changes. */
  readonly requests: readonly InteractionRequest[];
  /** Interrupts that no card can show, and why. Answer them with `settle`. */
  readonly unsupported: readonly { readonly interruptId: string; readonly error: HitlError }[];
}

/** Store of the interrupts of one agent as requests. Resumes the agent once each has an answer. */
export interface AgentInteractionStore extends Store<AgentInteractions> {
  /**
   * Takes a person's answer. The answer to the last open interrupt resumes the agent, and resolves when that
   * run has ended, because AG-UI takes the answers of a pause together.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`; the answer is not
   * kept then. `HitlError` with the code of a `RUN_ERROR`, or what the run throws: no answer counts then, and
   * all are asked again.
   */
  readonly respond: (response: InteractionResponse) => Promise<void>;
  /**
   * Takes the host's own answer to an interrupt in the same way: to one that no card can show, or `cancelled`
   * if no one will answer.
   */
  readonly settle: (entry: AgUiResumeEntry) => Promise<void>;
}

/** Options of `createAgentInteractionStore`. */
export interface AgentInteractionStoreOptions {
  /**
   * Stores answers until all are there; pass your own store to keep them across a restart. Default: in
   * memory.
   */
  readonly answers?: AnswerStore<AgUiResumeEntry> | undefined;
  /** Resumes the agent. Default: `agent.runAgent({ resume })`. */
  readonly resume?: ((resume: AgUiResumeEntry[]) => PromiseLike<unknown>) | undefined;
}

/** A call in the messages of an agent. Ignored if its arguments are not an object. */
function callIn(messages: AgentLike['messages'], toolCallId = ''): MessageCall | undefined {
  for (const message of messages) {
    const { toolCalls } = message as { toolCalls?: unknown };
    const call: unknown = Array.isArray(toolCalls)
      ? toolCalls.find((one) => isRecord(one) && one['id'] === toolCallId)
      : undefined;
    if (!isRecord(call) || !isRecord(call['function'])) continue;
    const { name, arguments: text } = call['function'];
    // If the arguments are cut off, what would run is unknown.
    const args = writtenArgs(String(text) || '{}');
    if (args !== undefined) return { messageId: message.id, toolName: String(name), ...args };
  }
  return undefined;
}

/** The expiry of an interrupt in the format that cards read. An invalid time means no expiry. */
function expiryOf({ expiresAt = '' }: AgUiInterrupt): string | undefined {
  const time = Date.parse(expiresAt);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Creates a store for one agent. */
export function createAgentInteractionStore(
  agent: AgentLike,
  options: AgentInteractionStoreOptions = {},
): AgentInteractionStore {
  const answers: AnswerStore<AgUiResumeEntry> = options.answers ?? new Map();
  const { resume = (entries: AgUiResumeEntry[]) => agent.runAgent({ resume: entries }) } = options;
  const memory = createRequestMemory<AgentInteractions['unsupported'][number]>();
  const listeners = createListeners();
  let known: readonly string[] = [];
  let resuming = false;

  const waits = (id: string): boolean => !resuming && answers.get(id) === undefined;

  function readOne(interrupt: AgUiInterrupt): ConvertedInterrupt {
    const { id, toolCallId } = interrupt;
    const origin = {
      sessionId: agent.threadId,
      toolCallId,
      createdAt: memory.seen(id),
      expiresAt: expiryOf(interrupt),
    };
    return readInterrupt(interrupt, origin, callIn(agent.messages, toolCallId));
  }

  /** Takes the answer to one interrupt, and resumes the agent when no other one is open. */
  async function take(
    id: string,
    answerTo: (interrupt: AgUiInterrupt) => AgUiResumeEntry | undefined,
  ): Promise<void> {
    const { pendingInterrupts: pending } = agent;
    const interrupt = pending.find((one) => one.id === id);
    const entry = interrupt && waits(id) ? answerTo(interrupt) : undefined;
    if (entry === undefined) throw unknownRequest(id);
    const entries = pending.flatMap((one): AgUiResumeEntry[] => {
      const own = one === interrupt ? entry : answers.get(one.id);
      if (own !== undefined) return [own];
      // No one decided, and no one can any more.
      return isExpired(one) ? [{ interruptId: one.id, status: 'cancelled' }] : [];
    });
    if (entries.length < pending.length) {
      answers.set(id, entry);
      listeners.notify();
      return;
    }
    // The last answer is not kept: if the host dies before the agent has it, it is asked for again.
    resuming = true;
    listeners.notify();
    let failed: HitlError | undefined;
    const watch = agent.subscribe({
      onRunErrorEvent({ event: { message, code = 'run_failed' } }) {
        failed = new HitlError(code, message);
      },
    });
    try {
      await resume(entries);
      if (failed !== undefined) throw failed;
    } finally {
      watch.unsubscribe();
      resuming = false;
      for (const { interruptId } of entries) answers.delete(interruptId);
      listeners.notify();
    }
  }

  return {
    getSnapshot() {
      const ids = agent.pendingInterrupts.map(({ id }) => id);
      // An interrupt that is gone may return under the same id, and is then asked again.
      for (const id of known) if (!ids.includes(id)) answers.delete(id);
      known = ids;
      const { converted, unsupported } = convertEach(
        agent.pendingInterrupts,
        ({ id: interruptId }) => ({ interruptId }),
        readOne,
      );
      return memory.keep(
        batched(converted.map(({ request }) => request)).filter(({ id }) => waits(id)),
        unsupported.filter(({ interruptId }) => waits(interruptId)),
      );
    },
    subscribe(listener) {
      const unsubscribe = listeners.subscribe(listener);
      const subscription = agent.subscribe({ onRunFinalized: listener });
      return () => {
        unsubscribe();
        subscription.unsubscribe();
      };
    },
    respond: (response) =>
      take(response.request_id, (interrupt) =>
        isExpired(interrupt) ? undefined : readOne(interrupt).entryOf(response),
      ),
    settle: (entry) => take(entry.interruptId, () => entry),
  };
}

/** Calls of one message are decided together: each knows its place among them. */
function batched(requests: readonly InteractionRequest[]): InteractionRequest[] {
  return requests.map((request) => {
    const { message_id: messageId, batch } = request;
    const siblings = requests.filter((one) => one.message_id === messageId);
    if (messageId === undefined || batch !== undefined || siblings.length < 2) return request;
    return { ...request, batch: { index: siblings.indexOf(request), size: siblings.length } };
  });
}

function isExpired({ expiresAt = '' }: AgUiInterrupt): boolean {
  return Date.parse(expiresAt) <= Date.now();
}
