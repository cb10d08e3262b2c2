/** "Reload, reconnect, second tab, restart." At every step of the life of a request the page is thrown
 * away and opened again: nothing is lost, nothing is asked twice, nothing runs twice. */
import { createHitlClient, createInboxStore } from '@hitl/client';
import {
  createHitl,
  createMemoryStore,
  defineTool,
  type Hitl,
  type SessionStore,
} from '@hitl/server';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { Inbox } from '../src/index.ts';
import { renderWithClient } from '../src/internal/testing.fixture.tsx';
import { createFaults } from '../src/testing.tsx';
import { seeded } from './seeded.fixture.ts';
import { bash, createWorld, open, ORIGIN, question, type World } from './world.fixture.tsx';

const allow = page.getByRole('button', { name: 'Allow once', exact: true });
const send = page.getByRole('button', { name: 'Send', exact: true });
const done = page.getByText('assistant: Done.');

/** A page that can be discarded, with everything in progress. */
function browse(world: World): () => void {
  let shown = open(world);
  return () => {
    shown.unmount();
    shown = open(world);
  };
}

test('before the answer: the same question is shown again, with the time it has left', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const reload = browse(world);
  await expect.element(allow).toBeEnabled();
  world.advance(120_000);
  reload();
  await expect.element(page.getByText('3 min left')).toBeVisible();
  await allow.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger).toHaveLength(1);
});

test('during an answer that never arrives: the question is shown again', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const reload = browse(world);
  await expect.element(allow).toBeEnabled();
  world.line.failNext('/respond', 'hanging');
  await allow.click();
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  reload();
  await allow.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger).toHaveLength(1);
});

test('during an answer that arrives: no question is asked again', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const reload = browse(world);
  await expect.element(allow).toBeEnabled();
  let arrive: () => void = () => {};
  world.intercept(async (request, forward) => {
    if (request.url.endsWith('/respond')) {
      const { url, method, headers } = request;
      const body = await request.text();
      await new Promise<void>((resolve) => (arrive = resolve));
      // The page that sent it is discarded; the server still receives it.
      return forward(new Request(url, { method, headers, body }));
    }
    return forward(request);
  });
  await allow.click();
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeVisible();
  reload();
  arrive();
  await expect.element(done).toBeVisible();
  await expect.element(allow).not.toBeInTheDocument();
  expect(world.ledger).toHaveLength(1);
});

test('with an unknown outcome: opening the page resolves it', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const reload = browse(world);
  await expect.element(allow).toBeEnabled();
  world.line.cut('lost');
  await allow.click();
  await expect.poll(() => world.ledger.length).toBe(1);
  world.line.restore();
  reload();
  await expect.element(done).toBeVisible();
  await expect.element(allow).not.toBeInTheDocument();
  expect(world.ledger).toHaveLength(1);
});

test('while siblings wait: answered ones stay answered, the others are pending', async () => {
  const world = createWorld([[bash('a'), bash('b'), question({ prompt: 'Which?' })], 'Done.']);
  await world.begin();
  const reload = browse(world);
  await allow.first().click();
  await expect.element(page.getByText('2 of 3 need your decision')).toBeVisible();
  reload();
  await expect.element(allow).toBeEnabled();
  expect(allow.elements()).toHaveLength(1);
  await allow.click();
  await expect.poll(async () => (await world.waiting()).length).toBe(1);
  reload();
  await page.getByRole('textbox', { name: 'Which?' }).fill('this');
  await send.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger).toHaveLength(2);
});

test('while the tool runs: no card, and the result arrives once', async () => {
  let finish: () => void = () => {};
  let runs = 0;
  const slow = defineTool({
    name: 'slow',
    parameters: { type: 'object', properties: {} },
    permission: { kind: 'json' },
    requiresConsent: true,
    async execute() {
      runs += 1;
      await new Promise<void>((resolve) => (finish = resolve));
      return 'slowly done';
    },
  });
  const world = createWorld([[{ name: 'slow', args: {} }], 'Done.'], { tools: [slow] });
  await world.begin();
  const reload = browse(world);
  await allow.click();
  await expect.poll(() => runs).toBe(1);
  reload();
  await expect.element(page.getByLabelText('Run')).toHaveTextContent('running');
  await expect.element(allow).not.toBeInTheDocument();
  finish();
  await expect.element(done).toBeVisible();
  expect(runs).toBe(1);
});

test('after the end: the transcript is complete, and no old card comes back', async () => {
  const world = createWorld([[bash('a')], [bash('b')], 'Done.']);
  await world.begin();
  const reload = browse(world);
  await allow.click();
  await expect.element(page.getByText('b', { exact: true }).first()).toBeVisible();
  await allow.click();
  await expect.element(done).toBeVisible();
  reload();
  await expect.element(done).toBeVisible();
  expect(page.getByRole('group', { name: 'Run this command?' }).elements()).toEqual([]);
  expect(world.ledger).toHaveLength(2);
});

test('after 1,000 random disconnects and restarts the page shows the pending requests of the store, each time', async () => {
  const random = seeded(20_261_122);
  const pick = (below: number): number => Math.floor(random() * below);
  const effects: string[] = [];
  const store = createMemoryStore();
  // It outlives its servers, like a database.
  const lasting: SessionStore = { ...store, close: async () => {} };
  let calls = 0;
  const start = (): Hitl =>
    createHitl({
      agents: [{ name: 'assistant', consentTimeoutMs: 3_600_000 }],
      sessionStore: lasting,
      models: [
        {
          name: 'script',
          async *generate({ messages }) {
            const last = messages.at(-1);
            if (last?.role !== 'user') return yield { type: 'text', text: 'Done.' };
            for (let index = 0; index < Number(last.content); index += 1) {
              calls += 1;
              const args = JSON.stringify({ at: `call ${calls}` });
              yield { type: 'tool_call', id: `c${calls}`, name: 'mark', arguments: args };
            }
          },
        },
      ],
      tools: [
        defineTool({
          name: 'mark',
          parameters: { type: 'object', properties: { at: { type: 'string' } }, required: ['at'] },
          permission: { kind: 'text', arg: 'at' },
          requiresConsent: true,
          async execute({ at }) {
            effects.push(at);
            return 'marked';
          },
        }),
      ],
    });
  let hitl = start();
  onTestFinished(() => hitl.close(0));

  const cuts = new Set<AbortController>();
  const line = createFaults({
    async fetch(request) {
      const response = await hitl.fetch(request);
      if (!request.url.includes('/events') || response.body === null) return response;
      const cut = new AbortController();
      cuts.add(cut);
      const body = response.body.pipeThrough(new TransformStream(), { signal: cut.signal });
      return new Response(body, response);
    },
  });
  const disconnect = (): void => {
    for (const cut of cuts) cut.abort();
    cuts.clear();
  };
  const call = async (path: string, body?: object): Promise<unknown> => {
    const answer = await hitl.fetch(
      new Request(ORIGIN + path, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { 'content-type': 'application/json', accept: 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    );
    return answer.json();
  };
  const waiting = async (): Promise<string[]> => {
    const { interactions } = (await call('/interactions?status=pending&limit=100')) as {
      interactions: { id: string }[];
    };
    return interactions.map(({ id }) => id).toSorted();
  };

  const client = createHitlClient({
    fetch: line.fetch,
    baseUrl: ORIGIN,
    lingerMs: 0,
    random: () => 0,
  });
  const inbox = createInboxStore(client);
  onTestFinished(inbox.subscribe(() => {}));
  renderWithClient(client, <Inbox.Panel />);
  let approved = 0;
  let disturbances = 0;
  let ids = await waiting();
  for (let step = 0; disturbances < 1000; step += 1) {
    const deed = pick(10);
    if (deed < 3 && ids.length < 12) {
      const input = String(1 + pick(3));
      await call('/runs', { agent_id: 'assistant', input, session_id: `ses_${step}` });
    } else if (deed < 6 && ids.length > 0) {
      const id = ids[pick(ids.length)] ?? '';
      const confirmed = random() < 0.5;
      if (confirmed) approved += 1;
      const remember = { scope: 'once' };
      await call(`/interactions/${id}/respond`, {
        request_id: id,
        type: 'confirm',
        action: confirmed ? 'approve' : 'deny',
        confirmed,
        remember,
      });
    }
    if (random() < 0.15) {
      disconnect();
      const before = hitl;
      hitl = start();
      await before.close(0);
    } else if (random() < 0.3) {
      line.cut('unreachable');
      disconnect();
      line.restore();
    } else disconnect();
    disturbances += 1;
    const expected = await waiting();
    ids = expected;
    await expect
      .poll(
        () =>
          inbox
            .getSnapshot()
            .interactions.map(({ id }) => id)
            .toSorted(),
        { interval: 1 },
      )
      .toEqual(expected);
  }
  // Checks what the page shows, not only the content of its store.
  const left = (await waiting()).length;
  await expect
    .poll(() => document.querySelectorAll('[data-hitl-part="inbox-row"]').length)
    .toBe(left);
  for (const id of await waiting()) {
    await call(`/interactions/${id}/respond`, { request_id: id, type: 'confirm', action: 'deny' });
  }
  await expect.element(page.getByText('Nothing is waiting for you.')).toBeVisible();
  await expect
    .poll(async () => ((await call('/runs?status=suspended')) as { runs: [] }).runs)
    .toEqual([]);
  await expect.poll(() => new Set(effects).size).toBe(approved);
  expect(effects).toHaveLength(approved);
}, 600_000);
