import type { Tool } from './tool.ts';
import type { Agent } from './agent.ts';

/**
 * The tool by which one agent calls another: named like the agent, with one argument, `input`; it
 * returns the agent's response.
 */
export function agentTool(
  agent: Pick<Agent, 'name'> & { readonly description?: string | undefined },
): Tool {
  return {
    name: agent.name,
    description: agent.description ?? `Asks the agent ${agent.name}`,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'What to ask the agent' } },
      required: ['input'],
    },
    requiresConsent: false,
    effects: 'keyed',
    agent: agent.name,
    execute() {
      throw new Error(`The agent ${agent.name} is run by the server, not as a tool`);
    },
  };
}
