import { expect, test } from 'vitest';
import { gateTools } from '@hitl/adapters/mastra';
import { resume } from '../../../examples/mastra/resume.ts';
import { openGate } from '../src/base/gate-world.fixture.ts';
import {
  createClerk,
  createDatabase,
  createScriptedModel,
  mailTo,
  mailTool,
} from '../src/mastra/agent.fixture.ts';
import { openInbox } from './inbox.fixture.ts';

test('the agent of the guide waits for the inbox, and continues', async () => {
  const { approve } = await openInbox();
  const { answer } = await import('../../../examples/mastra/agent.ts');
  const { model, prompts } = createScriptedModel([mailTo('ann')]);
  const done = answer(model, 'thread-1', 'Write to Ann');

  expect(await approve('call_ann')).toMatchObject({ session_id: 'thread-1', tool_name: 'mail' });
  expect(await done).toBe('Done.');
  expect(prompts.at(-1)).toContain('Sent to ann');
});

test('the runs that another process suspended are continued, and each call is what was decided', async () => {
  const { gates, answer } = openGate();
  const database = createDatabase();
  const sent: string[] = [];
  const hosts = gates.map((gate) => {
    const { model, prompts } = createScriptedModel([mailTo('ann'), mailTo('bob')]);
    const tools = gateTools({ mail: mailTool(sent) }, gate, { sessionId: 's1' });
    return { prompts, agent: createClerk({ model, tools, storage: database() }) };
  });
  const [first, second] = hosts;
  expect((await first!.agent.generate('Write')).finishReason).toBe('suspended');

  const done = resume(second!.agent);
  await answer('call_ann', { action: 'approve', remember: { scope: 'once' } });
  await answer('call_bob', { action: 'deny', note: 'he left' });
  await done;
  expect(sent).toEqual(['ann']);
  expect(second!.prompts.at(-1)).toContain('sent to ann');
  expect(second!.prompts.at(-1)).toContain('he left');
});
