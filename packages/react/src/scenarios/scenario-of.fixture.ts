import type { fn } from 'storybook/test';
import type { Flow } from './server.fixture.ts';

/** The flow that a story made last, as its `onFlow` heard of it. */
export function flowOf(onFlow: (flow: Flow) => void): Flow {
  const { calls } = (onFlow as ReturnType<typeof fn<(flow: Flow) => void>>).mock;
  const flow = calls.at(-1)?.[0];
  if (flow === undefined) throw new Error('the story made no flow');
  return flow;
}
