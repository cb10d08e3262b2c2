import { approvalOf, createHitlClient, createSubmission, type HitlClient } from '@hitl/client';
import type { Hitl } from '@hitl/server';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { createScenario, type Scenario } from '../scenarios/server.fixture.ts';
import { Inbox, PendingBadge } from '../index.ts';
import { renderWithClient } from '../internal/testing.fixture.tsx';

/** For a busy machine: nothing here is timed, only awaited. */
const PATIENTLY = { timeout: 60_000 };

/** A client whose streams stay open and become silent, as behind a proxy that lost the server. */
function connectDeaf({ fetch }: Hitl): { client: HitlClient; mute: () => void } {
  let muted = false;
  const client = createHitlClient({
    async fetch(request) {
      const response = await fetch(request);
      if (!new URL(request.url).pathname.endsWith('/events')) return response;
      const deaf = new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, out) {
          if (!muted) out.enqueue(chunk);
        },
      });
      return new Response(response.body?.pipeThrough(deaf) ?? null, response);
    },
  });
  return { client, mute: () => void (muted = true) };
}

async function asked(): Promise<Scenario> {
  const flow = createScenario([
    [{ name: 'bash', args: { command: 'npm run lint' } }],
    'Lint is clean.',
  ]);
  await flow.client.createRun({ agent_id: 'code_assistant', input: 'Go', session_id: 'flow' });
  return flow;
}

const card = page.getByRole('group', { name: 'Run this command?' });

test('an answer in one tab reaches the other without events, and the focus stays', async () => {
  const flow = await asked();
  const there = connectDeaf(flow.hitl);
  renderWithClient(
    there.client,
    <>
      <textarea aria-label="Message" />
      <PendingBadge />
      <Inbox.Cards lingerMs={60_000} />
    </>,
  );
  await expect.element(card).toHaveAttribute('data-state', 'pending');
  const composer = page.getByRole('textbox', { name: 'Message' });
  await userEvent.type(composer, 'I am typ');
  there.mute();

  const [request] = (await flow.client.listInteractions()).interactions;
  if (request === undefined) throw new Error('nothing waits');
  await createSubmission(flow.client, request).submit(approvalOf(request));

  await expect.element(card).toHaveAttribute('data-state', 'settled');
  await expect.element(card).toHaveAttribute('data-elsewhere', 'true');
  await expect.element(page.getByRole('img', { name: '1 waiting' })).not.toBeInTheDocument();
  await userEvent.keyboard('ing');
  await expect.element(composer).toHaveValue('I am typing');
  await expect.poll(() => flow.ledger, PATIENTLY).toEqual(['npm run lint']);
});

test('a message that claims a settlement settles nothing', async () => {
  const flow = await asked();
  const calls: string[] = [];
  const watched = createHitlClient({
    fetch(request) {
      calls.push(new URL(request.url).pathname);
      return flow.hitl.fetch(request);
    },
  });
  renderWithClient(watched, <Inbox.Cards />);
  await expect.element(card).toHaveAttribute('data-state', 'pending');
  const [request] = (await flow.client.listInteractions()).interactions;
  const forger = new BroadcastChannel(`hitl ${new URL('/', location.href).href}`);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- it has no target origin
  forger.postMessage({ settled: [request?.id], outcome: 'answered' });
  await expect.poll(() => calls, PATIENTLY).toContain(`/interactions/${request?.id}`);
  await expect.element(card).toHaveAttribute('data-state', 'pending');
  await page.getByRole('button', { name: 'Allow once', exact: true }).click();
  await expect.poll(() => flow.ledger, PATIENTLY).toEqual(['npm run lint']);
  forger.close();
});
