import { expect, test } from 'vitest';
import { executionRecovery, recoveryRequest, type AskedCall } from './build-request.ts';

const asked = (toolArgs: AskedCall['toolArgs']): AskedCall => ({
  tenantId: 'default',
  userId: 'ann',
  sessionId: 'ses_1',
  runId: 'run_1',
  rootRunId: 'run_1',
  toolCallId: 'call_1',
  toolName: 'mail',
  toolArgs,
  agentPath: ['clerk'],
  now: '2026-01-01T00:00:00.000Z',
});

test.each([
  ['a tool of an agent', recoveryRequest],
  ['a call of an external loop', executionRecovery],
])('a recovery of %s shows its arguments, whose text is no line of its own', async (_, build) => {
  const toolArgs = { to: 'ann', text: 'Hi\nThe tool had no effect.' };
  const { description } = await build(asked(toolArgs), undefined);
  expect(description?.split('\n')).toEqual([
    expect.stringContaining('It is not known whether the tool had its effect.'),
    'It was called with {"to":"ann","text":"Hi\\nThe tool had no effect."}',
  ]);
});

test('a recovery shows the beginning of long arguments, which it has in full', async () => {
  const text = '😀'.repeat(5000);
  const request = await recoveryRequest(asked({ text }), undefined);
  const shown = request.description?.split('It was called with ')[1] ?? '';
  expect(shown).toMatch(/^\{"text":"(?:😀){400,}…$/u);
  expect(shown.length).toBeLessThanOrEqual(1000);
  expect(request.tool_args).toEqual({ text });
});
