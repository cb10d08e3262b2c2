import type { RunTree } from '@hitl/protocol/fold';
import { NO_AGENT, type Agent } from '../agents/agent.ts';
import { failure, type Failure } from '../base/result.ts';

/**
 * The first agent of the unfinished runs of a tree that this instance lacks, as in a rolling
 * deploy; `undefined`: it has them all. Such a tree is left to other instances: this one does not
 * claim, answer, expire or supersede anything in it.
 */
export function missingAgent(
  agents: ReadonlyMap<string, Agent>,
  tree: RunTree,
): string | undefined {
  return Object.values(tree.runs).find(
    ({ agent_id: id, ended, external }) =>
      ended === undefined && !agents.has(id) && !(external && id === NO_AGENT),
  )?.agent_id;
}

/** The problem for a request that this instance cannot handle, and what to do. */
export function agentMissing(agentId: string): Failure {
  return failure(
    'agent_not_found',
    `The run needs the agent ${agentId}, which this server does not have. Nothing was recorded: send the request to a server that has it.`,
    { agent_id: agentId },
  );
}
