import { HitlProvider } from '@hitl/react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { Page } from '../../../examples/ag-ui-copilotkit/page.tsx';
import { createForeignAgent } from '../src/ag-ui/foreign-agent.fixture.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('the page of the guide shows the questions of another agent', async () => {
  const { fetch, resumes } = createForeignAgent(
    {
      calls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }],
      interrupts: [{ id: 'i1', reason: 'tool_call', toolCallId: 'c1' }],
    },
    { text: 'She has it.' },
  );
  vi.stubGlobal('fetch', fetch);
  render(
    <HitlProvider armingDelayMs={0}>
      <Page />
    </HitlProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Message'), 'Write to Ann{Enter}');
  await user.click(await screen.findByRole('button', { name: /^Allow once/ }));
  expect(await screen.findByText('She has it.')).toBeVisible();
  expect(resumes).toEqual([
    [{ interruptId: 'i1', status: 'resolved', payload: { approved: true } }],
  ]);
});
