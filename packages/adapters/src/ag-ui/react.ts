'use client';
/**
 * Pending interrupts of an AG-UI agent, for React.
 *
 * @module
 */
import { useCallback, useReducer, useState, useSyncExternalStore } from 'react';
import {
  createAgentInteractionStore,
  type AgentInteractionStore,
  type AgentInteractionStoreOptions,
  type AgentInteractions,
  type AgentLike,
} from './agent-interaction-store.ts';

export type {
  AgentInteractionStore,
  AgentInteractionStoreOptions,
  AgentInteractions,
  AgentLike,
} from './agent-interaction-store.ts';

/** Pending interrupts of an agent, and the handlers of their answers. */
export interface UseAgentInteractionsResult extends AgentInteractions {
  /** For `onRespond` of a card. Rejects with an `AdapterError` if the answer cannot be passed on. */
  readonly respond: AgentInteractionStore['respond'];
  /** The host's own answer to an interrupt that no card can show. */
  readonly settle: AgentInteractionStore['settle'];
}

/**
 * Pending interrupts of an agent of `@ag-ui/client`, for the cards of `@hitl/react`. The agent continues once
 * all of them are answered; until then, this component keeps the answers. `options` are read when the agent
 * changes.
 */
export function useAgentInteractions(
  agent: AgentLike,
  options: AgentInteractionStoreOptions = {},
): UseAgentInteractionsResult {
  const open = () => createAgentInteractionStore(agent, options);
  const [bound, setBound] = useState(() => ({ agent, store: open() }));
  let { store } = bound;
  if (bound.agent !== agent) {
    store = open();
    setBound({ agent, store });
  }
  // After each run, whether or not requests have changed: pages show the agent's messages, too.
  const [, change] = useReducer((count: number) => count + 1, 0);
  const subscribe = useCallback(
    (listener: () => void) =>
      store.subscribe(() => {
        change();
        listener();
      }),
    [store],
  );
  const { getSnapshot, respond, settle } = store;
  return { ...useSyncExternalStore(subscribe, getSnapshot, getSnapshot), respond, settle };
}
