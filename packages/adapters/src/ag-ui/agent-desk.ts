import { createDesk, type AgentDesk, type AgentDeskOptions, type AgentLike } from './desk.ts';
import { readQuestion } from './questions.ts';

/** A desk for one agent. */
export function createAgentDesk(agent: AgentLike, options: AgentDeskOptions = {}): AgentDesk {
  return createDesk(agent, options, readQuestion);
}
