import type { HitlOptions, Tool } from '@hitl/server';

/**
 * Allows empty answers to text questions of `ask_human`: an empty `response.txt`, or just Enter, is
 * an answer here, while a form would treat it as a mistake.
 */
export function allowEmptyAnswers(options: HitlOptions): HitlOptions {
  return {
    ...options,
    ...(options.tools !== undefined && { tools: options.tools.map(withEmptyAnswers) }),
    agents: options.agents.map((agent) => ({
      ...agent,
      ...(agent.tools !== undefined && {
        tools: agent.tools.map((entry) =>
          typeof entry === 'object' && 'execute' in entry ? withEmptyAnswers(entry) : entry,
        ),
      }),
    })),
  };
}

function withEmptyAnswers(tool: Tool): Tool {
  if (tool.name !== 'ask_human' || tool.question === undefined) return tool;
  const ask = tool.question.bind(tool);
  return {
    ...tool,
    question(args) {
      const asked = ask(args);
      const plain = asked.type === 'input' && args['interaction'] === undefined;
      return plain ? { ...asked, required: false } : asked;
    },
  };
}
