import { expect, test } from 'vitest';
import { bash, scripted } from '../src/claude/claude-code.fixture.ts';
import { openInbox } from './inbox.fixture.ts';

test('the agent of the guide waits for the inbox, and continues', async () => {
  const { approve } = await openInbox();
  const { answer } = await import('../../../examples/claude-agent-sdk/agent.ts');
  const ran: unknown[] = [];
  const program = scripted([{ request: bash('toolu_1', 'make release') }], ({ command }) =>
    ran.push(command),
  );
  const sessionId = crypto.randomUUID();
  const done = answer(sessionId, 'Release it', program.options);

  expect(await approve('toolu_1')).toMatchObject({ session_id: sessionId, tool_name: 'bash' });
  expect(await done).toBe('Done.');
  expect(ran).toEqual(['make release']);
});
