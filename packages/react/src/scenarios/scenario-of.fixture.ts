import type { fn } from 'storybook/test';
import type { Scenario } from './server.fixture.ts';

/** The latest flow of a story, as passed to its `onFlow`. */
export function scenarioOf(onFlow: (flow: Scenario) => void): Scenario {
  const { calls } = (onFlow as ReturnType<typeof fn<(flow: Scenario) => void>>).mock;
  const flow = calls.at(-1)?.[0];
  if (flow === undefined) throw new Error('the story made no flow');
  return flow;
}
