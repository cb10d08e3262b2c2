import { expect } from 'vitest';
import {
  authorizationRequest,
  batchJudged,
  runClaimed,
  runStarted,
  sessionLog,
  stepCompleted,
  suspension,
  toolCall,
} from '../testing.ts';
import type { EventDraft, RunEvent } from './event.ts';
import type { InteractionRequest } from '../generated/types.ts';
import { evolveRun } from './evolve-run.ts';
import {
  INITIAL_CONTROL,
  runOf,
  type CallState,
  type ControlState,
  type PendingInteraction,
  type RunTree,
} from './state.ts';

/** Folds a log. */
export const fold = (
  log: readonly RunEvent[],
  from: ControlState = INITIAL_CONTROL,
): ControlState => log.reduce(evolveRun, from);

/** Folds a log made of these events. */
export const folded = (...drafts: readonly EventDraft[]): ControlState => fold(sessionLog(drafts));

/** A tree of runs by its root; fails if there is none. */
export function treeIn(state: ControlState, rootId = 'run_1'): RunTree {
  const tree = new Map(Object.entries(state.trees)).get(rootId);
  return tree ?? expect.fail(`no tree ${rootId}`);
}

/** A call in the batch of a run; fails if there is none. */
export function callIn(state: ControlState, callId = 'call_1', runId = 'run_1'): CallState {
  const calls = runOf(treeIn(state), runId)?.batch?.calls;
  return calls?.find(({ tool_call_id: id }) => id === callId) ?? expect.fail(`no call ${callId}`);
}

/** A pending request; fails if there is none. */
export function gateIn(state: ControlState, id = 'int_1'): PendingInteraction {
  const pending = Object.values(state.trees).flatMap((tree) => tree.pending);
  return pending.find(({ request }) => request.id === id) ?? expect.fail(`nothing pending: ${id}`);
}

/** An authorization of `call_1`. */
export const request: InteractionRequest = authorizationRequest({ message_id: 'msg_2' });

/** A run whose model proposed these calls. */
export const proposing = (...ids: readonly string[]): EventDraft[] => [
  runStarted(),
  stepCompleted(),
  runClaimed(),
  stepCompleted({
    id: 'msg_2',
    role: 'assistant',
    content: '',
    tool_calls: ids.map((id) => toolCall({ id })),
  }),
];

/** A run suspended for `request`. */
export const waiting: readonly EventDraft[] = [
  ...proposing('call_1'),
  batchJudged({ message_id: 'msg_2' }),
  ...suspension(request),
];
