import { problem } from '@hitl/protocol/endpoints';
import { findPending, rootOf, runOf, treeOf } from '@hitl/protocol/fold';
import type { CommandOf } from './commands.ts';
import type { Refused } from './refused.ts';
import { abortEnding, endBranch, failRun } from './end-run.ts';
import type { Recorder } from './recorder.ts';
import { currentTree, reopen, settle, settleExternal } from './settle.ts';

/**
 * Pauses or resumes a whole tree, or aborts a run with its nested runs; a signal that already
 * applies has no effect.
 */
export function control(log: Recorder, command: CommandOf<'control'>): Refused | undefined {
  const tree = treeOf(log.state, command.runId);
  if (tree === undefined || runOf(tree, command.runId)?.ended !== undefined) {
    return {
      kind: 'problem',
      problem: problem(
        'run_finished',
        `Run ${command.runId} has ended, so ${command.action} does nothing.`,
      ),
    };
  }
  const root = tree.root_run_id;
  const { by, reason, payload } = command;
  const sent = payload === undefined ? {} : { payload: { ...payload } };
  const data = {
    ...(by !== undefined && { by }),
    ...(reason !== undefined && { reason }),
    ...sent,
  };
  switch (command.action) {
    case 'pause_run':
      if (!tree.paused) log.add({ type: 'run_paused', run_id: root, data });
      return undefined;
    case 'resume_run':
      if (tree.paused) log.add({ type: 'run_resumed', run_id: root, data });
      return undefined;
    case 'abort_run': {
      const { agentMissing: agent, runId } = command;
      const ending =
        agent === undefined
          ? { ...abortEnding(reason, by), ...sent, runId }
          : ({ type: 'failed', error: goneForGood(agent), code: 'agent_missing', by } as const);
      endBranch(log, runId, ending);
      // The parent runs may have nothing left to wait for.
      reopen(log, root, command.owner);
      return undefined;
    }
  }
}

/** The error of a run whose agent, according to an operator, no server has any more. */
function goneForGood(agentId: string): string {
  return `The agent ${agentId} is on no server any more`;
}

/** Settles the requests that are overdue at `now`, the store's clock. */
export function expire(log: Recorder, command: CommandOf<'expire'>): Refused | undefined {
  const policies = new Map(
    command.overdue.map(({ interactionId: id, onTimeout: policy }) => [id, policy]),
  );
  for (const tree of Object.values(log.state.trees)) {
    for (const { request } of tree.pending) {
      const { expires_at: deadline } = request;
      if (deadline === undefined || deadline > log.now || !policies.has(request.id)) continue;
      const authorization = request.purpose === 'authorization';
      settle(
        log,
        currentTree(log, tree.root_run_id),
        request.id,
        'expired',
        'denied',
        undefined,
        authorization ? 'Timeout' : undefined,
      );
      if (policies.get(request.id) === 'fail_run') {
        failRun(log, request.run_id, `No one answered "${request.title}" in time`, 'timeout');
      }
      if (!settleExternal(log, tree.root_run_id, 'expired')) {
        reopen(log, tree.root_run_id, command.owner);
      }
    }
  }
  return undefined;
}

/** Reports an error to the readers of a run without ending it. */
export function noteError(
  log: Recorder,
  { runId, error, code }: CommandOf<'note_error'>,
): Refused | undefined {
  if (treeOf(log.state, runId) === undefined) return { kind: 'nothing' };
  log.add({ type: 'error', run_id: runId, data: { error, code } });
  return undefined;
}

/** Settles a withdrawn request of an external loop. */
export function cancel(
  log: Recorder,
  { interactionId: id, by }: CommandOf<'cancel'>,
): Refused | undefined {
  const found = findPending(log.state, id);
  if (found === undefined) return { kind: 'not_pending' };
  const { tree } = found;
  if (!rootOf(tree).external || found.pending.request.purpose === 'recovery') {
    const detail = `Interaction ${id} belongs to a run of the server. Abort the run.`;
    return { kind: 'problem', problem: problem('invalid_request', detail) };
  }
  settle(log, tree, id, 'cancelled', 'denied', by);
  settleExternal(log, tree.root_run_id, 'cancelled');
  return undefined;
}
