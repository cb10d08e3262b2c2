import type { Store } from '@hitl/client';
import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import type { HitlError } from '@hitl/protocol/endpoints';
import { unknownRequest } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { createListeners } from '../base/listeners.ts';
import { convertEach, createRequestMemory } from '../base/requests.ts';
import {
  createRequestIds,
  convertSuspension,
  suspensionIn,
  suspensionsIn,
  type SuspendedRun,
  type Suspension,
  type SuspensionOptions,
} from './suspensions.ts';

interface CallName {
  readonly runId: string;
  readonly toolCallId: string;
}

/** The part of a Mastra agent that is used here. */
export interface AgentLike<Approved, Resumed> {
  approveToolCall(options: CallName): PromiseLike<Approved>;
  declineToolCall(options: CallName & { reason?: string }): PromiseLike<Approved>;
  resumeStream(data: unknown, options: CallName): PromiseLike<Resumed>;
}

/** Pending requests of an agent. */
export interface SuspendedInteractions {
  /** For `PendingRequests`, or a card each. The same objects for as long as nothing changes. */
  readonly requests: readonly InteractionRequest[];
  /** Suspended calls that no card can show, and why. Resume them in your own code. */
  readonly unsupported: readonly { readonly toolCallId: string; readonly error: HitlError }[];
}

/** Store of the suspended calls of an agent as requests. Passes the answers on to the agent. */
export interface SuspensionStore<Stream> extends Store<SuspendedInteractions> {
  /** Reads a chunk of a stream of the agent. Pass it every chunk. */
  readonly addChunk: (chunk: unknown) => void;
  /** Replaces all known calls with those of `listSuspendedRuns`: after a restart, or in another tab. */
  readonly load: (runs: readonly SuspendedRun[]) => void;
  /**
   * Passes an answer on to the agent, and resolves to the stream that continues the run. Pass its chunks to
   * `addChunk`, because another call may be suspended there.
   * @throws AdapterError `unknown_request`, `invalid_response` or `unsupported_answer`. Errors of the agent are
   * passed on. The request stays pending in both cases.
   */
  readonly respond: (response: InteractionResponse) => Promise<Stream>;
}

/** Types of chunks that end a call. */
const SETTLED = new Set(['tool-result', 'tool-error', 'tool-output-denied']);

/** Creates a store for the runs of one agent. */
export function createSuspensionStore<Approved, Resumed>(
  agent: AgentLike<Approved, Resumed>,
  options: SuspensionOptions = {},
): SuspensionStore<Approved | Resumed> {
  const memory = createRequestMemory<SuspendedInteractions['unsupported'][number]>();
  const idOf = createRequestIds();
  const { subscribe, notify } = createListeners();
  let waiting: readonly Suspension[] = [];

  const readOne = (suspension: Suspension) => {
    const id = idOf(suspension);
    return convertSuspension(suspension, { id, createdAt: memory.seen(id) }, options);
  };

  const without = (gone: CallName): Suspension[] =>
    waiting.filter(
      ({ runId, toolCallId }) => runId !== gone.runId || toolCallId !== gone.toolCallId,
    );

  function change(next: readonly Suspension[]): void {
    waiting = next;
    notify();
  }

  return {
    subscribe,
    addChunk(chunk) {
      const suspension = suspensionIn(chunk);
      // A call of a nested agent is suspended under the id that the one before had.
      if (suspension !== undefined) change([...without(suspension), suspension]);
      const { type, runId, payload } = isRecord(chunk) ? chunk : {};
      if (!SETTLED.has(String(type)) || !isRecord(payload)) return;
      change(without({ runId: String(runId), toolCallId: String(payload['toolCallId']) }));
    },
    load(runs) {
      // A chunk has the schema of the answer; the storage does not.
      change(
        suspensionsIn(runs).map(
          (stored) => waiting.find((known) => idOf(known) === idOf(stored)) ?? stored,
        ),
      );
    },
    getSnapshot() {
      const { converted, unsupported } = convertEach(
        waiting,
        ({ toolCallId }) => ({ toolCallId }),
        readOne,
      );
      return memory.keep(
        converted.map(({ request }) => request),
        unsupported,
      );
    },
    async respond(response) {
      const suspension = waiting.find((one) => idOf(one) === response.request_id);
      if (suspension === undefined) throw unknownRequest(response.request_id);
      const command = readOne(suspension).commandFor(response);
      const { runId, toolCallId } = suspension;
      const call = { runId, toolCallId };
      change(without(call));
      try {
        switch (command.kind) {
          case 'approve':
            return await agent.approveToolCall(call);
          case 'decline':
            return await agent.declineToolCall({
              ...call,
              ...(command.reason !== undefined && { reason: command.reason }),
            });
          case 'resume':
            return await agent.resumeStream(command.data, call);
        }
      } catch (error) {
        change([...without(call), suspension]);
        throw error;
      }
    },
  };
}
