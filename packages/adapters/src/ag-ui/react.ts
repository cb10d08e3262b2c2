'use client';
/**
 * What waits at an agent of AG-UI, for React.
 *
 * @module
 */
import { useCallback, useState, useSyncExternalStore } from 'react';
import { AdapterError } from '../base/adapter-error.ts';
import {
  createDesk,
  type AgentDesk,
  type AgentDeskOptions,
  type AgentInteractions,
  type AgentLike,
} from './desk.ts';
import type { QuestionReader } from './interrupt-forms.ts';

export type { AgentDesk, AgentDeskOptions, AgentInteractions, AgentLike } from './desk.ts';

/** What waits at an agent, and who takes the answers. */
export interface UseAgentInteractionsResult extends AgentInteractions {
  /** For `onRespond` of a card. Rejects with an `AdapterError` where the agent cannot be told. */
  readonly respond: AgentDesk['respond'];
  /** The host's own answer to an interrupt that no card can show. */
  readonly settle: AgentDesk['settle'];
}

/** What reads questions: it comes with the first one, as most agents ask for approvals only. */
const forms: { read?: QuestionReader; coming?: Promise<void> } = {};

async function load(): Promise<void> {
  try {
    forms.read = (await import('./questions.ts')).readQuestion;
  } catch (cause) {
    forms.read = ({ id }) => {
      throw new AdapterError('unsupported_request', `What shows ${id} could not be loaded.`, {
        cause,
      });
    };
  }
}

/**
 * What waits at an agent of `@ag-ui/client`, for the cards of `@hitl/react`. The agent goes on once all
 * of it is answered; until then, answers are kept by this component. `options` are those of the render
 * in which the agent came.
 */
export function useAgentInteractions(
  agent: AgentLike,
  options: AgentDeskOptions = {},
): UseAgentInteractionsResult {
  const [, setCount] = useState(0);
  const change = useCallback(() => setCount((count) => count + 1), []);
  const open = () =>
    createDesk(agent, options, (interrupt, origin) => {
      if (forms.read !== undefined) return forms.read(interrupt, origin);
      forms.coming ??= load();
      void forms.coming.then(change);
      return undefined;
    });
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
      // Before and after: what was answered is gone while the agent goes on.
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
