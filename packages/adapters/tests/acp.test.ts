import { expect, test } from 'vitest';
import { commands, connection, scriptedAgent, type Outcomes } from '../src/acp/agent.fixture.ts';
import { openInbox } from './inbox.fixture.ts';

test('the client of the guide waits for the inbox, and the agent continues', async () => {
  const { approve } = await openInbox();
  const { prompt } = await import('../../../examples/acp/client.ts');
  const outcomes: Outcomes = {};
  const ran: string[] = [];
  const ends = connection();
  scriptedAgent(commands({ c1: 'make release' }, { ran, outcomes })).connect(ends.agent);
  const done = prompt(ends.client, 'Release it');

  expect(await approve('c1')).toMatchObject({ session_id: 'coder-acp-1', tool_name: 'bash' });
  expect(await done).toBe('end_turn');
  expect(ran).toEqual(['make release']);
});
