import { createHitl, defineTool, type ModelChunk } from '@hitl/server';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';
import { useSession, PendingRequests } from './index.ts';
import './internal/testing.fixture.tsx';
import { createFaults, HitlTestProvider, type Fault } from './testing.tsx';

function start() {
  const ran: string[] = [];
  const hitl = createHitl({
    agents: [{ name: 'clerk', userId: 'ada' }],
    models: [
      {
        name: 'script',
        async *generate({ turn }): AsyncGenerator<ModelChunk> {
          if (turn > 0) yield { type: 'text', text: 'Done.' };
          else yield { type: 'tool_call', id: 'c', name: 'mail', arguments: '{"to":"ann"}' };
        },
      },
    ],
    tools: [
      defineTool({
        name: 'mail',
        parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
        requiresConsent: true,
        async execute({ to }) {
          ran.push(to);
          return 'sent';
        },
      }),
    ],
  });
  onTestFinished(() => hitl.close(0));
  const faults = createFaults(hitl);
  render(
    <HitlTestProvider server={faults}>
      <Page />
    </HitlTestProvider>,
  );
  return { faults, ran };
}

function Page() {
  const { send, pending, messages } = useSession('ses_1');
  return (
    <>
      <button type="button" onClick={() => void send({ agent_id: 'clerk', input: 'Go' })}>
        Start
      </button>
      <p>{messages.at(-1)?.content}</p>
      <PendingRequests requests={pending} />
    </>
  );
}

test('uses a real server in the page, without a port', async () => {
  const { ran } = start();
  await userEvent.click(screen.getByRole('button', { name: 'Start' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Allow once' }));
  expect(await screen.findByText('Done.')).toBeVisible();
  expect(ran).toEqual(['ann']);
});

const faults: [Fault, string][] = [
  ['unreachable', 'unknown'],
  ['lost', 'unknown'],
  [500, 'unknown'],
  [401, 'failed'],
  [403, 'failed'],
];

test.each(faults)(
  'never blocks a card whose answer meets %s: it ends confirmed, and the tool runs once',
  async (fault) => {
    const { faults: line, ran } = start();
    await userEvent.click(screen.getByRole('button', { name: 'Start' }));
    const allow = await screen.findByRole('button', { name: 'Allow once' });
    line.failNext('/respond', fault);
    await userEvent.click(allow);
    await waitFor(async () => {
      const again =
        screen.queryByRole('button', { name: 'Send again' }) ??
        screen.queryByRole('button', { name: 'Try again' }) ??
        screen.queryByRole('button', { name: 'Allow once' });
      if (again !== null && !again.hasAttribute('disabled')) await userEvent.click(again);
      expect(screen.getByText('Done.')).toBeVisible();
    });
    expect(ran).toEqual(['ann']);
  },
);

test('cuts the connection until it is restored', async () => {
  const server = { fetch: async () => new Response('{}') };
  const line = createFaults(server);
  const call = () => line.fetch(new Request('http://localhost/runs'));
  line.cut(503);
  expect((await call()).status).toBe(503);
  line.restore();
  expect((await call()).status).toBe(200);
  line.failNext('/runs', 'unreachable');
  await expect(call()).rejects.toThrow('The line is cut.');
  expect((await call()).status).toBe(200);
});
