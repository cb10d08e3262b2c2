import type { Agent } from '@mastra/core/agent';

/**
 * Continues the suspended runs of an agent, call by call. It approves each call, because the gate in
 * front of the tools decides.
 */
export async function resume(agent: Agent): Promise<void> {
  for (;;) {
    const { runs } = await agent.listSuspendedRuns();
    const [run] = runs;
    const toolCallId = run?.toolCalls[0]?.toolCallId;
    if (run === undefined || toolCallId === undefined) return;
    await agent.approveToolCallGenerate({ runId: run.runId, toolCallId });
  }
}
