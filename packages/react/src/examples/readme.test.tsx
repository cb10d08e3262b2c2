import { readFile } from 'node:fs/promises';
import { createFakeClient } from '@hitl/client/testing';
import {
  authorizationRequest,
  inputRequest,
  run,
  runStarted,
  sessionLog,
  suspension,
} from '@hitl/protocol/testing';
import { createHitl } from '@hitl/server';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { Question } from './alone.examples.tsx';
import { Chat } from './chat.examples.tsx';
import { Requests } from './drop-in.examples.tsx';
import { MyCard } from './headless.examples.tsx';
import { DesignedCard } from './parts.examples.tsx';

test.each(['drop-in', 'chat', 'alone', 'parts', 'headless'])(
  'the README shows %s as it runs here',
  async (name) => {
    const folder = import.meta.dirname;
    const readme = await readFile(`${folder}/../../README.md`, 'utf8');
    expect(readme).toContain(await readFile(`${folder}/${name}.examples.tsx`, 'utf8'));
  },
);

test('three lines show the pending requests of the page’s server', async () => {
  const hitl = createHitl({ agents: [], basePath: '/hitl' });
  onTestFinished(() => hitl.close(0));
  const base = 'http://localhost';
  const asked = await hitl.fetch(
    new Request(`${base}/hitl/interactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        session_id: 's1',
        tool_call_id: 'c1',
        type: 'input',
        title: 'Which port?',
      }),
    }),
  );
  expect(asked.status).toBe(201);
  // The example uses the page's origin; in this page there is no network.
  const RealRequest = Request;
  vi.stubGlobal(
    'Request',
    class extends RealRequest {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, base), init);
      }
    },
  );
  vi.stubGlobal('fetch', hitl.fetch);
  onTestFinished(() => void vi.unstubAllGlobals());
  const { unmount } = render(<Requests />);
  expect(await screen.findByRole('textbox', { name: 'Which port?' })).toBeVisible();
  unmount();
});

test('a chat sends messages and shows pending requests', async () => {
  const client = createFakeClient();
  client.reply('create_run', run());
  client.emit(...sessionLog([runStarted(), ...suspension(inputRequest())]));
  renderWithClient(client, <Chat sessionId="ses_1" />);
  expect(await screen.findByRole('textbox', { name: /project called/ })).toBeVisible();
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}');
  const sent = client.calls.find(({ name }) => name === 'create_run');
  expect(sent?.body).toEqual({ agent_id: 'clerk', input: 'Hello', session_id: 'ses_1' });
});

test.each([
  ['session_busy', 'Not sent. The agent is still working. Wait until it has finished.'],
  ['network', 'Not sent. The server could not be reached.'],
  ['not_found', 'Details: no such address'],
] as const)('a chat keeps its page and the message if sending meets %s', async (code, said) => {
  const errors = vi.spyOn(console, 'error');
  const client = createFakeClient();
  client.reply('create_run', run());
  client.fail('create_run', code, { detail: 'no such address' });
  renderWithClient(client, <Chat sessionId="ses_1" />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent(said);
  expect(screen.getByText('Hello')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  const keys = client.calls
    .filter(({ name }) => name === 'create_run')
    .map(({ options }) => options?.idempotencyKey);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
  expect(errors).not.toHaveBeenCalled();
  errors.mockRestore();
});

test('a failed message can be discarded', async () => {
  const client = createFakeClient();
  client.fail('create_run', 'session_busy');
  renderWithClient(client, <Chat sessionId="ses_1" />);
  await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello{Enter}');
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(screen.queryByText('Hello')).toBeNull();
});

test('a card without a provider sends its answer to the host', async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    return Response.json({});
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  renderCard(<Question request={inputRequest()} />);
  await userEvent.type(screen.getByRole('textbox'), 'apollo{Enter}');
  expect(bodies).toEqual([{ request_id: 'int_1', type: 'input', text: 'apollo' }]);
});

test('buttons of a design system answer', async () => {
  const client = createFakeClient();
  renderWithClient(client, <DesignedCard request={authorizationRequest()} />);
  const yes = screen.getByRole('button', { name: 'Go ahead' });
  expect(yes).toHaveClass('my-button', 'main');
  await userEvent.click(yes);
  expect(client.responses).toMatchObject([{ action: 'approve' }]);
});

test('hooks alone make a card', async () => {
  const client = createFakeClient();
  renderWithClient(client, <MyCard request={authorizationRequest()} />);
  await userEvent.click(screen.getByRole('button', { name: 'No' }));
  expect(client.responses).toMatchObject([{ action: 'deny', confirmed: false }]);
  expect(screen.getByRole('button', { name: 'Yes' })).toBeDisabled();
});
