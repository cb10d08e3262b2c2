import { HitlProvider, PendingRequests } from '@hitl/react';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createForeignAgent, type ForeignAgent } from './foreign-agent.fixture.ts';
import { useAgentInteractions } from './react.ts';

function Page({ agent, say }: ForeignAgent) {
  const { requests, unsupported, respond, settle } = useAgentInteractions(agent);
  return (
    <>
      <button type="button" onClick={() => void say('Write')}>
        Start
      </button>
      <p>{requests.length} wait</p>
      {unsupported.map(({ interruptId }) => (
        <button
          key={interruptId}
          type="button"
          onClick={() => void settle({ interruptId, status: 'cancelled' })}
        >
          Leave {interruptId}
        </button>
      ))}
      <PendingRequests requests={requests} onRespond={respond} />
    </>
  );
}

test('the interrupts of an agent are cards, and it continues once all are decided', async () => {
  const foreign = createForeignAgent({
    calls: [{ id: 'call_ann', name: 'mail', args: { to: 'ann' } }],
    interrupts: [
      { id: 'i-ann', reason: 'tool_call', toolCallId: 'call_ann' },
      { id: 'q', reason: 'confirmation', message: 'At once?' },
      { id: 'x', reason: 'graph:anything' },
    ],
  });
  const user = userEvent.setup();
  render(
    <HitlProvider armingDelayMs={0}>
      <Page {...foreign} />
    </HitlProvider>,
  );
  await user.click(screen.getByRole('button', { name: 'Start' }));
  expect(await screen.findByText('2 wait')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Leave x' }));
  await user.click(await screen.findByRole('button', { name: /^Allow once/ }));
  expect(await screen.findByText('1 wait')).toBeVisible();
  await user.click(await screen.findByRole('button', { name: 'Yes' }));
  expect(await screen.findByText('0 wait')).toBeVisible();
  await expect.poll(() => foreign.agent.messages.at(-1)?.content).toBe('Done.');
  expect(foreign.resumes).toEqual([
    [
      { interruptId: 'i-ann', status: 'resolved', payload: { approved: true } },
      { interruptId: 'q', status: 'resolved', payload: true },
      { interruptId: 'x', status: 'cancelled' },
    ],
  ]);
});
