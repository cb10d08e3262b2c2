import type { Beside } from './route.ts';

/** A way to start the demo. */
export interface Scenario {
  readonly agent: string;
  readonly title: string;
  /** Description of what it demonstrates. */
  readonly text: string;
  /** The person's message. */
  readonly input: string;
  /** Content beside the conversation. Default: nothing. */
  readonly beside?: Beside;
  /** A call that the agent will make; a rule that allows it skips the question. */
  readonly asks?: { readonly tool_name: string; readonly tool_args: Record<string, unknown> };
}

/** The scripted agents, in the order of the start screen; the first one is recommended. */
export const SCENARIOS: readonly [Scenario, ...Scenario[]] = [
  {
    agent: 'repairer',
    title: 'Repair a failing test',
    text: 'Two commands, two questions, and an edit that you can change before it is written.',
    input: 'One of the tests fails. Please repair it.',
  },
  {
    agent: 'batch',
    title: 'Five calls at once',
    text: 'Commands, a file and a question in one panel.',
    input: 'Prepare the next release.',
  },
  {
    agent: 'cleaner',
    title: 'A dangerous command',
    text: 'High risk: shown in full, nothing preselected.',
    input: 'Clean up the project.',
    asks: { tool_name: 'bash', tool_args: { command: 'rm -rf ./build && echo removed' } },
  },
  {
    agent: 'exporter',
    title: 'A long task',
    text: 'A custom tool that reports its progress.',
    input: 'Export the orders.',
  },
  {
    agent: 'planner',
    title: 'One form for everything',
    text: 'Text, choices, yes or no: answered together.',
    input: 'Announce the release.',
  },
  {
    agent: 'lead',
    title: 'An agent that asks another',
    text: 'A nested request that shows which agent asks.',
    input: 'Get the cart reviewed.',
  },
  {
    agent: 'hurried',
    title: 'Out of time',
    text: 'Twenty seconds to answer, then it expires.',
    input: 'Check the style, quickly.',
  },
  {
    agent: 'cleaner',
    title: 'Two people',
    text: 'You and a reviewer: the first answer decides.',
    input: 'Clean up the project.',
    beside: 'two',
  },
  {
    agent: 'cleaner',
    title: 'Break it',
    text: 'Kill the server: it runs at most once.',
    input: 'Clean up the project.',
    beside: 'break',
  },
];

/** The scenario with a real model, if the server has one. */
export const LIVE: Scenario = {
  agent: 'live',
  title: 'A real model',
  text: 'Ask it for anything in the sample project.',
  input: 'What is in this project, and do its tests pass?',
};
