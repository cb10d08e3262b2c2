import type { InteractionResponse } from '@hitl/protocol';
import { actionOf, findPending } from '@hitl/protocol/fold';
import type { Tool } from '../agents/tool.ts';
import { toolDigest } from '../agents/tool-digest.ts';
import { given } from '../base/given.ts';
import type { LoadedSession, SessionKey } from '../store/store.ts';
import type { CommandOf } from '../machine/commands.ts';
import type { Agent } from '../agents/agent.ts';
import type { Evaluator } from './evaluate.ts';
import type { ChainVerdict } from './policy-chain.ts';

type AskAgain = CommandOf<'ask_again'>;

/** Why a person is asked again about a call. */
const TOOL_REPLACED = 'The tool was replaced since you were asked';

/**
 * The verdict for a call of a replaced tool, which a person has to approve even if a rule allows
 * it.
 */
export function afterReplacement(tool: Tool, verdict: ChainVerdict): ChainVerdict {
  const riskLevel = verdict.riskLevel ?? tool.riskLevel;
  return { ...verdict, decision: 'needs_auth', reason: TOOL_REPLACED, ...given({ riskLevel }) };
}

/**
 * The request that replaces one whose tool has changed. `null`: the tool is unchanged, or the
 * answer runs nothing.
 */
export async function renewal(
  context: { readonly agents: ReadonlyMap<string, Agent>; readonly evaluator: Evaluator },
  key: SessionKey,
  { state, now }: LoadedSession,
  interactionId: string,
  response: InteractionResponse,
): Promise<AskAgain | null> {
  const found = findPending(state, interactionId);
  if (found === undefined) return null;
  const { tree, pending } = found;
  const { request } = pending;
  const action = actionOf(request, response);
  if (action !== 'approve' && action !== 'modify_args') return null;
  const run = tree.runs[request.run_id];
  const agent = run === undefined ? undefined : context.agents.get(run.agent_id);
  const tool = agent?.tools.get(request.tool_name);
  const call = run?.batch?.calls.find(({ tool_call_id: id }) => id === request.tool_call_id);
  if (run === undefined || agent === undefined || tool === undefined || call === undefined) {
    return null;
  }
  if (request.tool_digest === undefined || (await toolDigest(tool)) === request.tool_digest) {
    return null;
  }
  const at = { key, tree, run, agent, call, tool, waiting: [], now };
  const verdict = afterReplacement(tool, await context.evaluator.recheck(at));
  const asked = await context.evaluator.request(at, verdict);
  // If no one can be asked, the check right before execution denies the call.
  if (asked.refused !== undefined) return null;
  return { type: 'ask_again', interactionId, request: asked.request };
}
