/** A way to begin, for each agent that the demo knows. */
export interface Scenario {
  readonly agent: string;
  readonly title: string;
  /** What it shows. */
  readonly text: string;
  /** What is said for the person. */
  readonly input: string;
}

/** The scripted agents, in the order of the start screen. */
export const SCENARIOS: readonly Scenario[] = [
  {
    agent: 'repairer',
    title: 'Repair a failing test',
    text: 'Approve two commands, two questions, an edit you may change before it is written.',
    input: 'One of the tests fails. Please repair it.',
  },
  {
    agent: 'batch',
    title: 'Five calls at once',
    text: 'A read, a command, a file, a question and another command, reviewed in one panel.',
    input: 'Prepare the next release.',
  },
  {
    agent: 'cleaner',
    title: 'A dangerous command',
    text: 'High risk, shown in full, with nothing pre-selected.',
    input: 'Clean up the project.',
  },
  {
    agent: 'planner',
    title: 'One form for everything',
    text: 'Text, choices, a long text and a yes or no, answered together.',
    input: 'Announce the release.',
  },
  {
    agent: 'lead',
    title: 'An agent that asks another',
    text: 'The request comes from two levels below and says so.',
    input: 'Get the cart reviewed.',
  },
];

/** The scenario of a real model, where the server has one. */
export const LIVE: Scenario = {
  agent: 'live',
  title: 'A real model',
  text: 'Ask it for anything in the sample project.',
  input: 'What is in this project, and do its tests pass?',
};
