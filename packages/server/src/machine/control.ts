import { findPending, rootOf, runOf, treeOf } from '@hitl/protocol/fold';
import { refuse, type Decider } from './decider.ts';
import { ABORTED, endBranch, failRun, type Ending } from './end-run.ts';
import { reopen, settle, settleExternal } from './settle.ts';

/**
 * Pauses or resumes a whole tree, or aborts a run with its nested runs; a signal that already
 * applies has no effect.
 */
export const control: Decider<'control'> = (log, command) => {
  const { runId, action, by, reason, agentMissing: agent } = command;
  const tree = treeOf(log.state, runId);
  if (tree === undefined || runOf(tree, runId)?.ended !== undefined) {
    return refuse('run_finished', `Run ${runId} has ended, so ${action} does nothing.`);
  }
  const root = tree.root_run_id;
  const payload = command.payload && { ...command.payload };
  switch (action) {
    case 'pause_run':
      if (!tree.paused) log.add('run_paused', root, { by, reason, payload });
      return;
    case 'resume_run':
      if (!tree.paused) return;
      log.add('run_resumed', root, { by, reason, payload });
      if (command.isApproved === true) settleExternal(log, root, 'granted');
      return;
    case 'abort_run': {
      const ending: Ending =
        agent === undefined
          ? { type: 'aborted', reason: reason ?? ABORTED, by, payload, runId }
          : { type: 'failed', error: goneForGood(agent), code: 'agent_missing', by };
      endBranch(log, runId, ending);
      // The parent runs may have nothing left to wait for.
      reopen(log, root, command.owner);
    }
  }
};

/** The error of a run whose agent, according to an operator, no server has any more. */
function goneForGood(agentId: string): string {
  return `The agent ${agentId} is on no server any more`;
}

/** Settles the requests that are overdue at `now`, the store's clock. */
export const expire: Decider<'expire'> = (log, command) => {
  const policies = new Map(
    command.overdue.map(({ interactionId: id, onTimeout: policy }) => [id, policy]),
  );
  for (const { root_run_id: root, pending } of Object.values(log.state.trees)) {
    for (const { request } of pending) {
      const { expires_at: deadline, purpose } = request;
      if (deadline === undefined || deadline > log.now || !policies.has(request.id)) continue;
      const denied = purpose === 'authorization' ? 'Timeout' : undefined;
      settle(log, request, { outcome: 'expired', denied });
      if (policies.get(request.id) === 'fail_run') {
        failRun(log, request.run_id, `No one answered "${request.title}" in time`, 'timeout');
      }
      if (!settleExternal(log, root, 'expired')) reopen(log, root, command.owner);
    }
  }
};

/** Reports an error to the readers of a run without ending it. */
export const noteError: Decider<'note_error'> = (log, { runId, error, code }) => {
  if (treeOf(log.state, runId) === undefined) return { kind: 'nothing' };
  log.add('error', runId, { error, code });
};

/** Settles a withdrawn request of an external loop. */
export const cancel: Decider<'cancel'> = (log, { interactionId: id, by }) => {
  const found = findPending(log.state, id);
  if (found === undefined) return { kind: 'not_pending' };
  const { tree, pending } = found;
  if (!rootOf(tree).external || pending.request.purpose === 'recovery') {
    const detail = `Interaction ${id} belongs to a run of the server. Abort the run.`;
    return refuse('invalid_request', detail);
  }
  settle(log, pending.request, { outcome: 'cancelled', by });
  settleExternal(log, tree.root_run_id, 'cancelled');
};
