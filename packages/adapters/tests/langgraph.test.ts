import { expect, test } from 'vitest';
import { ScriptedModel } from '../src/langgraph/agent.fixture.ts';
import { openInbox } from './inbox.fixture.ts';

test('the agent of the guide waits for the inbox, and continues', async () => {
  const { approve } = await openInbox();
  const { answer } = await import('../../../examples/langgraph/agent.ts');
  const model = new ScriptedModel(['ann']);
  const done = answer(model, 'thread-1', 'Write to Ann');

  expect(await approve('call_ann')).toMatchObject({ session_id: 'thread-1', tool_name: 'mail' });
  expect(await done).toBe('Done.');
  expect(JSON.stringify(model.prompt)).toContain('Sent to ann');
});
