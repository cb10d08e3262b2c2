import { expect, test } from 'vitest';
import { ScriptedModel } from '../src/openai-agents/model.fixture.ts';
import { openInbox } from './inbox.fixture.ts';

test('the agent of the guide waits for the inbox, and continues', async () => {
  const { approve } = await openInbox();
  const { answer } = await import('../../../examples/openai-agents/agent.ts');
  const model = new ScriptedModel(['ann']);
  const done = answer(model, 'session-1', 'Write to Ann');

  expect(await approve('call_ann')).toMatchObject({ session_id: 'session-1', tool_name: 'mail' });
  expect(await done).toBe('Done.');
  expect(model.prompt).toContain('Sent to ann');
});
