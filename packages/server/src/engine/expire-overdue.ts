import { activeTree } from '@hitl/protocol/fold';
import type { SessionKey } from '../store/store.ts';
import type { EngineContext } from './context.ts';
import type { Overdue } from '../machine/commands.ts';
import { missingAgent } from '../runner/missing-agent.ts';

/**
 * Expires requests that are overdue by the store's clock, and resumes the run if nothing else is
 * pending. Runs with an agent that this instance lacks are left to others.
 */
export async function expireOverdue(context: EngineContext, key: SessionKey): Promise<void> {
  const outcome = await context.log.transact(key, ({ state, now }) => {
    const own = Object.values(state.trees).filter(
      (tree) => missingAgent(context.agents, tree) === undefined,
    );
    const overdue = own.flatMap((tree) =>
      tree.pending
        .filter(({ request }) => request.expires_at !== undefined && request.expires_at <= now)
        .map(({ request }): Overdue => {
          const agent = context.agents.get(tree.runs[request.run_id]?.agent_id ?? '');
          return { interactionId: request.id, onTimeout: agent?.onTimeout ?? 'deny' };
        }),
    );
    return overdue.length === 0 ? null : { type: 'expire', overdue, owner: context.owner };
  });
  if (outcome.kind !== 'appended') return;
  const tree = activeTree(outcome.state);
  if (tree?.owner === context.owner) context.runner.drive(key, tree.root_run_id);
}
