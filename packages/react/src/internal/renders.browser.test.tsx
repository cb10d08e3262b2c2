import { countRenders, takeRendered, type Rendered } from './count-renders.fixture.ts';
import { createHitlClient } from '@hitl/client';
import { createFakeClient } from '@hitl/client/testing';
import type { InteractionRequest } from '@hitl/protocol';
import {
  authorizationRequest,
  inputRequest,
  interactionResolved,
  runStarted,
  sessionLog,
  stepDelta,
  suspension,
} from '@hitl/protocol/testing';
import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { Batch, Inbox, useSession, PendingRequests } from '../index.ts';
import { now, renderWithClient } from './testing.fixture.tsx';
import { HitlTestProvider } from '../testing.tsx';

/** An event renders only what it affects, counted by React itself. */
countRenders();

const calls = (count: number, message?: string): InteractionRequest[] =>
  Array.from({ length: count }, (_, index) =>
    authorizationRequest({
      id: `int_${index}`,
      tool_call_id: `call_${index}`,
      message_id: message ?? `msg_${index}`,
      risk_level: 'low',
      tool_args: { command: `echo ${index}` },
      ...(message !== undefined && { batch: { index, size: count } }),
    }),
  );

const cards = (rendered: readonly Rendered[]): unknown[] => [
  ...new Set(
    rendered.flatMap(({ name, request }) =>
      (name === 'Card' || name === 'Root') && request !== undefined ? [request] : [],
    ),
  ),
];
const names = (rendered: readonly Rendered[]): string[] => [
  ...new Set(rendered.map(({ name }) => name)),
];

/** With React's development build, a thousand cards take a busy machine a while. */
const timeout = 180_000;

async function shown(selector: string, count: number): Promise<void> {
  await waitFor(() => expect(document.querySelectorAll(selector)).toHaveLength(count), { timeout });
  // Wait until nothing renders any more.
  await waitFor(() => expect(takeRendered()).toEqual([]), { timeout });
}

const resolved = sessionLog([
  runStarted(),
  interactionResolved({ interaction_id: 'int_7', tool_call_id: 'call_7' }),
]).slice(1);

test('of a thousand cards only the one answered elsewhere renders', { timeout }, async () => {
  const client = createFakeClient({ pending: calls(1000) });
  renderWithClient(client, <Inbox.Cards lingerMs={60_000} />);
  await shown('[data-hitl-part="confirm-root"]', 1000);
  act(() => client.emit(...resolved));
  expect(document.querySelectorAll('[data-hitl-part="receipt"]')).toHaveLength(1);
  expect(cards(takeRendered())).toEqual(['int_7']);
});

test('of a thousand rows none renders when one of them leaves', { timeout }, async () => {
  const client = createFakeClient({ pending: calls(1000) });
  renderWithClient(client, <Inbox.Panel onRequestSelect={() => {}} />);
  await shown('[data-hitl-part="inbox-row"]', 1000);
  act(() => client.emit(...resolved));
  expect(document.querySelectorAll('[data-hitl-part="inbox-row"]')).toHaveLength(999);
  expect(names(takeRendered())).not.toContain('Row');
});

test(
  'a reconnect that sends everything again renders no card and no row',
  { timeout },
  async () => {
    const list = calls(200);
    const open: ReadableStreamDefaultController<Uint8Array>[] = [];
    const client = createHitlClient({
      baseUrl: 'http://localhost',
      random: () => 0,
      async fetch() {
        const body = new ReadableStream<Uint8Array>({ start: (given) => void open.push(given) });
        return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
      },
    });
    const snapshot = `event: snapshot\ndata: ${JSON.stringify({ interactions: list })}\n\n`;
    const send = (): void => open.at(-1)?.enqueue(new TextEncoder().encode(snapshot));
    const { unmount } = render(
      <HitlTestProvider client={client} now={now} locale="en">
        <Inbox.Cards />
        <Inbox.Panel />
      </HitlTestProvider>,
    );
    await waitFor(() => expect(open).toHaveLength(1));
    send();
    await shown('[data-hitl-part="confirm-root"], [data-hitl-part="inbox-row"]', 400);
    open[0]?.error(new TypeError('terminated'));
    await waitFor(() => expect(open).toHaveLength(2), { timeout });
    send();
    await waitFor(() => expect(document.querySelector('[data-offline]')).toBeNull());
    const rendered = takeRendered();
    expect(names(rendered)).toContain('Cards');
    expect(cards(rendered)).toEqual([]);
    expect(names(rendered)).not.toContain('Row');
    unmount();
  },
);

test('streamed text renders no card', async () => {
  const client = createFakeClient();
  client.emit(...sessionLog([runStarted(), ...suspension(...calls(3, 'msg_1'))]));
  function Page() {
    const { live, pending } = useSession('ses_1');
    return (
      <>
        <output>{live.map(({ text }) => text)}</output>
        <PendingRequests requests={pending} />
      </>
    );
  }
  renderWithClient(client, <Page />);
  await shown('[data-hitl-part="confirm-root"]', 3);
  for (let offset = 0; offset < 20; offset += 1) {
    act(() => client.emit(stepDelta({ message_id: 'msg_9', offset, text: 'x' })));
  }
  expect(screen.getByText('x'.repeat(20))).toBeVisible();
  expect(names(takeRendered())).toEqual(['Page']);
});

test('a passing second renders only countdowns and changes their text', async () => {
  let time = now() + 225_000;
  const client = createFakeClient({ pending: calls(3) });
  const { container } = renderWithClient(client, <Inbox.Cards />, { now: () => time });
  await shown('[data-hitl-part="countdown"]', 3);
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => void changes.push(...records));
  observer.observe(container, {
    subtree: true,
    childList: true,
    characterData: true,
    attributes: true,
  });
  time += 1000;
  // All share one timer, which reads the current time.
  await waitFor(() => expect(changes.length).toBeGreaterThan(2), { timeout });
  observer.disconnect();
  expect(changes.map(({ type }) => type)).toEqual([
    'characterData',
    'characterData',
    'characterData',
  ]);
  const rendered = takeRendered();
  expect(names(rendered).filter((name) => name !== 'Icon')).toEqual(['Countdown']);
});

test('typing into one card renders no other', async () => {
  const questions = ['a', 'b', 'c'].map((id) =>
    inputRequest({ id, title: `Question ${id}`, message_id: `msg_${id}` }),
  );
  const client = createFakeClient({ pending: questions });
  renderWithClient(client, <Inbox.Cards />);
  await shown('[data-hitl-part="input-root"]', 3);
  const field = screen.getByRole('group', { name: 'Question b' }).querySelector('input, textarea');
  await userEvent.click(field ?? expect.fail('no field'));
  takeRendered();
  await userEvent.keyboard('hello');
  expect(field).toHaveValue('hello');
  const rendered = takeRendered();
  expect(names(rendered)).toContain('Form');
  expect(cards(rendered)).toEqual([]);
  expect(rendered.filter(({ name }) => name === 'Form').length).toBeLessThanOrEqual('hello'.length);
});

test('a decision in a batch of 64 renders its row and the counter', async () => {
  const list = calls(64, 'msg_1');
  const client = createFakeClient({ pending: list });
  renderWithClient(client, <Batch.Panel requests={list} />);
  await shown('[data-hitl-part="batch-row"]', 64);
  const row = document.querySelectorAll('[data-hitl-part="batch-row"]')[5];
  const line = row?.querySelector<HTMLElement>('[data-hitl-part="batch-line"]');
  await userEvent.click(line ?? expect.fail('no line'));
  takeRendered();
  const deny = row?.querySelector<HTMLElement>('[data-confirmed="false"]');
  await userEvent.click(deny ?? expect.fail('no button'));
  await screen.findByText('63 of 64 need your decision');
  const rendered = takeRendered();
  expect(cards(rendered)).toEqual(['int_5']);
  expect(names(rendered)).toContain('Progress');
});
