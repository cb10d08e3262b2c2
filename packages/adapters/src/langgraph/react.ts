'use client';
/**
 * Pending requests of a LangGraph thread, for React.
 *
 * @module
 */
import type { InteractionResponse } from '@hitl/protocol';
import { useCallback, useEffect, useRef, useState } from 'react';
import {
  createInterruptDesk,
  type InterruptLike,
  type Resume,
  type ThreadInteractions,
} from './desk.ts';

export type { InterruptLike, Resume, ThreadInteractions } from './desk.ts';

/** The part of the result of LangGraph's `useStream` that is used here. */
export interface StreamLike {
  readonly interrupts: readonly InterruptLike[];
  submit(values: undefined, options: { command: { resume: Resume } }): void | PromiseLike<void>;
}

/** Pending requests of a thread, and the handler of their answers. */
export interface UseStreamInteractionsResult extends ThreadInteractions {
  /** For `onRespond` of a card. Rejects with an `AdapterError` if the answer cannot be passed on. */
  readonly respond: (response: InteractionResponse) => Promise<void>;
}

/**
 * Pending requests of the thread of a `useStream`, for the cards of `@hitl/react`. The thread continues once
 * all are answered; until then, this component keeps the answers.
 */
export function useStreamInteractions(
  stream: StreamLike,
  options: { readonly threadId?: string | undefined } = {},
): UseStreamInteractionsResult {
  const [{ desk, answers }] = useState(() => {
    const kept = new Map<string, InteractionResponse>();
    return { desk: createInterruptDesk({ answers: kept }), answers: kept };
  });
  const [, setCount] = useState(0);
  const latest = useRef(stream);
  useEffect(() => {
    latest.current = stream;
  });
  const respond = useCallback(
    async (response: InteractionResponse) => {
      const resume = desk.answer(response);
      try {
        if (resume !== undefined) await latest.current.submit(undefined, { command: { resume } });
      } catch (error) {
        // Resuming failed: the last answer can be given again.
        answers.delete(response.request_id);
        throw error;
      } finally {
        setCount((count) => count + 1);
      }
    },
    [desk, answers],
  );
  return {
    ...desk.read({ threadId: options.threadId ?? 'thread', interrupts: stream.interrupts }),
    respond,
  };
}
