'use client';
/**
 * Pending requests of a LangGraph thread, for React.
 *
 * @module
 */
import type { InteractionResponse } from '@hitl/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import { AdapterError } from '../base/adapter-error.ts';
import {
  createInterruptStore,
  type InterruptLike,
  type Resume,
  type ThreadInteractions,
} from './interrupt-store.ts';

export type { InterruptLike, Resume, ThreadInteractions } from './interrupt-store.ts';

interface StreamState {
  readonly interrupts: readonly InterruptLike[];
  readonly isLoading?: boolean | undefined;
  readonly threadId?: string | null | undefined;
}

/**
 * The part of the result of `useStream` that is used here: of `@langchain/react`, which resumes with
 * `respondAll`, or of `@langchain/langgraph-sdk/react`, which resumes with `submit`.
 */
export type StreamLike = StreamState &
  (
    | { respondAll(responses: Record<string, unknown>): PromiseLike<void> }
    | {
        /** The first versions of `@langchain/react` can resume only one interrupt. */
        readonly respond?: never;
        submit(
          values: undefined,
          options: { command: { resume: Resume } },
        ): void | PromiseLike<void>;
      }
  );

/** Pending requests of a thread, and the handler of their answers. */
export interface UseStreamInteractionsResult extends ThreadInteractions {
  /** For `onRespond` of a card. Rejects with an `AdapterError` if the answer cannot be passed on. */
  readonly respond: (response: InteractionResponse) => Promise<void>;
}

const RUNNING: ThreadInteractions = { requests: [], unsupported: [] };

/** A pause of the thread. */
interface Pause {
  /** Python gives the next question of a node the id of the last: this number distinguishes them. */
  readonly count: number;
  /** The requests that are shown while the answers are sent, whatever the stream has meanwhile. */
  readonly sending?: ThreadInteractions | undefined;
}

/**
 * Pending requests of the thread of a `useStream`, for the cards of `@hitl/react`, once its run has paused.
 * The thread continues when all are answered; until then, this component keeps the answers.
 * @throws AdapterError `bad_option` if the stream is of a version that cannot resume several interrupts.
 */
export function useStreamInteractions(
  stream: StreamLike,
  options: { readonly threadId?: string | undefined } = {},
): UseStreamInteractionsResult {
  if ('respond' in stream && !('respondAll' in stream)) {
    throw new AdapterError('bad_option', 'Update @langchain/react to 1.0.29.');
  }
  const [[store, answers]] = useState(() => {
    const kept = new Map<string, InteractionResponse>();
    return [createInterruptStore({ answers: kept }), kept] as const;
  });
  const [pause, setPause] = useState<Pause>({ count: 0 });
  if (pause.sending === undefined) {
    store.load({
      threadId: options.threadId ?? stream.threadId ?? 'thread',
      interrupts: stream.interrupts,
      checkpointId: `${pause.count}`,
    });
  }
  const read = pause.sending ?? store.getSnapshot();
  const latest = useRef({ stream, read });
  useEffect(() => {
    latest.current = { stream, read };
  });
  const respond = useCallback(
    async (response: InteractionResponse) => {
      const { stream: current, read: asked } = latest.current;
      const resume = store.respond(response);
      // The promise of `submit` is pending while the thread runs.
      const sending = 'respondAll' in current ? asked : RUNNING;
      setPause(({ count }) => ({ count, sending: resume && sending }));
      if (resume === undefined) return;
      let resumed = 0;
      try {
        await ('respondAll' in current
          ? current.respondAll(resume)
          : current.submit(undefined, { command: { resume } }));
        resumed = 1;
      } finally {
        // If resuming failed, the last answer can be given again.
        answers.delete(response.request_id);
        setPause(({ count }) => ({ count: count + resumed }));
      }
    },
    [store, answers],
  );
  // Interrupts of parallel nodes come one by one, and are answered together, once the run has paused.
  return { ...(stream.isLoading === true ? RUNNING : read), respond };
}
