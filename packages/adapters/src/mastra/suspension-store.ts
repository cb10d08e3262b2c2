import type { InteractionRequest, InteractionResponse } from '@hitl/protocol';
import { HitlError } from '@hitl/protocol/endpoints';
import { unknownRequest } from '../base/adapter-error.ts';
import { isRecord } from '../base/is-record.ts';
import { createRequestMemory } from '../base/requests.ts';
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
export interface SuspensionStore<Stream> {
  /** Reads a chunk of a stream of the agent. Pass it every chunk. */
  readonly take: (chunk: unknown) => void;
  /** Replaces all known calls with those of `listSuspendedRuns`: after a restart, or in another tab. */
  readonly load: (runs: readonly SuspendedRun[]) => void;
  readonly read: () => SuspendedInteractions;
  /**
   * Passes an answer on to the agent, and resolves to the stream that continues the run. Pass its chunks to
   * `take`, because another call may be suspended there.
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
  const memory = createRequestMemory();
  const idOf = createRequestIds();
  let waiting: readonly Suspension[] = [];

  const readOne = (suspension: Suspension) => {
    const id = idOf(suspension);
    return convertSuspension(suspension, { id, createdAt: memory.seen(id) }, options);
  };

  const without = (gone: CallName): Suspension[] =>
    waiting.filter(
      ({ runId, toolCallId }) => runId !== gone.runId || toolCallId !== gone.toolCallId,
    );

  return {
    take(chunk) {
      const suspension = suspensionIn(chunk);
      // A call of a nested agent is suspended under the id that the one before had.
      if (suspension !== undefined) waiting = [...without(suspension), suspension];
      const { type, runId, payload } = isRecord(chunk) ? chunk : {};
      if (!SETTLED.has(String(type)) || !isRecord(payload)) return;
      waiting = without({ runId: String(runId), toolCallId: String(payload['toolCallId']) });
    },
    load(runs) {
      // A chunk has the schema of the answer; the storage does not.
      waiting = suspensionsIn(runs).map(
        (stored) => waiting.find((known) => idOf(known) === idOf(stored)) ?? stored,
      );
    },
    read() {
      const requests: InteractionRequest[] = [];
      const unsupported: { toolCallId: string; error: HitlError }[] = [];
      for (const suspension of waiting) {
        try {
          requests.push(readOne(suspension).request);
        } catch (error) {
          if (!HitlError.isInstance(error)) throw error;
          unsupported.push({ toolCallId: suspension.toolCallId, error });
        }
      }
      return { requests: memory.keep(requests), unsupported };
    },
    async respond(response) {
      const suspension = waiting.find((one) => idOf(one) === response.request_id);
      if (suspension === undefined) throw unknownRequest(response.request_id);
      const command = readOne(suspension).commandFor(response);
      const { runId, toolCallId } = suspension;
      const call = { runId, toolCallId };
      waiting = without(call);
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
        waiting = [...without(call), suspension];
        throw error;
      }
    },
  };
}
