'use client';
/**
 * Pending interrupts of an AG-UI agent, for React.
 *
 * @module
 */
import { useCallback, useState, useSyncExternalStore } from 'react';
import {
  createAgentDesk,
  type AgentDesk,
  type AgentDeskOptions,
  type AgentInteractions,
  type AgentLike,
} from './desk.ts';

export type { AgentDesk, AgentDeskOptions, AgentInteractions, AgentLike } from './desk.ts';

/** Pending interrupts of an agent, and the handlers of their answers. */
export interface UseAgentInteractionsResult extends AgentInteractions {
  /** For `onRespond` of a card. Rejects with an `AdapterError` if the answer cannot be passed on. */
  readonly respond: AgentDesk['respond'];
  /** The host's own answer to an interrupt that no card can show. */
  readonly settle: AgentDesk['settle'];
}

/**
 * Pending interrupts of an agent of `@ag-ui/client`, for the cards of `@hitl/react`. The agent continues once
 * all of them are answered; until then, this component keeps the answers. `options` are read when the agent
 * changes.
 */
export function useAgentInteractions(
  agent: AgentLike,
  options: AgentDeskOptions = {},
): UseAgentInteractionsResult {
  const [, setCount] = useState(0);
  const change = useCallback(() => setCount((count) => count + 1), []);
  const open = () => createAgentDesk(agent, options);
  const [bound, setBound] = useState(() => ({ agent, desk: open() }));
  let { desk } = bound;
  if (bound.agent !== agent) {
    desk = open();
    setBound({ agent, desk });
  }
  useSyncExternalStore(
    useCallback(
      (onRunFinalized: () => void) => {
        const subscription = agent.subscribe({ onRunFinalized });
        return () => subscription.unsubscribe();
      },
      [agent],
    ),
    () => agent.pendingInterrupts,
    () => agent.pendingInterrupts,
  );
  const respond = useCallback<AgentDesk['respond']>(
    (response) => {
      // Before and after, because answered interrupts are gone while the agent continues.
      change();
      return desk.respond(response).finally(change);
    },
    [desk, change],
  );
  const settle = useCallback<AgentDesk['settle']>(
    (entry) => {
      change();
      return desk.settle(entry).finally(change);
    },
    [desk, change],
  );
  return { ...desk.read(), respond, settle };
}
