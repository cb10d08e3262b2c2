/** "unknown or invalid request, or a throwing renderer → a plain card with the raw data and a working
 * Deny". */
import type { HitlClient } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { act } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { Interaction, PendingRequests } from '../src/index.ts';
import { seeded } from './seeded.fixture.ts';
import { bash, createWorld, open, type World } from './world.fixture.tsx';

const deny = page.getByRole('button', { name: 'Deny', exact: true });
const allow = page.getByRole('button', { name: /^Allow/ });
const raw = page.getByRole('region', { name: 'Data of the request' });
const done = page.getByText('assistant: Done.');

/** Changes the server's events into those of a newer server, with requests unknown to this page. */
async function changed(
  change: (request: Record<string, unknown>) => Record<string, unknown>,
): Promise<{ world: World; client: HitlClient }> {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  world.intercept(async (request, forward) => {
    const response = await forward(await understood(request));
    if (!request.url.endsWith('/events') || response.body === null) return response;
    const lines = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(
      new TransformStream<string, string>({
        transform(text, controller) {
          controller.enqueue(
            text.replaceAll(/^data: (.*"type":"interaction_request".*)$/gm, (_, json: string) => {
              const event = JSON.parse(json) as {
                data: { interaction_request: Record<string, unknown> };
              };
              event.data.interaction_request = change(event.data.interaction_request);
              return `data: ${JSON.stringify(event)}`;
            }),
          );
        },
      }),
    );
    return new Response(lines.pipeThrough(new TextEncoderStream()), response);
  });
  const { client } = open(world);
  return { world, client };
}

/** Handles a denial like a newer server, which knows the type. */
async function understood(request: Request): Promise<Request> {
  if (!request.url.endsWith('/respond')) return request;
  const { type: _type, ...answer } = (await request.json()) as Record<string, unknown>;
  return new Request(request, {
    method: 'POST',
    body: JSON.stringify({ ...answer, type: 'confirm' }),
  });
}

function without(request: Record<string, unknown>, name: string): Record<string, unknown> {
  return Object.fromEntries(Object.entries(request).filter(([key]) => key !== name));
}

const strange: [string, (request: Record<string, unknown>) => Record<string, unknown>][] = [
  ['of a type that nobody knows', (request) => ({ ...request, type: 'hologram', secret: 42 })],
  ['without arguments', (request) => without(request, 'tool_args')],
  ['whose arguments are a list', (request) => ({ ...request, tool_args: [1, 2] })],
  ['without a title', (request) => without(request, 'title')],
  ['that is a choice without options', (request) => ({ ...request, type: 'select' })],
  ['that is made of nothing', (request) => ({ ...request, type: 'combined', interactions: [] })],
];

test.each(strange)(
  'a request %s shows its raw data, can be denied, and never allowed',
  async (_, change) => {
    const { world } = await changed(change);
    await expect.element(raw).toBeVisible();
    await expect.element(raw.getByText(/"tool_name": "bash"/)).toBeVisible();
    await expect.element(allow).not.toBeInTheDocument();
    await deny.click();
    await expect.element(done).toBeVisible();
    expect(world.ledger).toEqual([]);
    expect(JSON.stringify(world.heard[1])).toContain('User denied consent');
  },
);

test('a renderer that throws, immediately or later, is replaced by a plain card with a working Deny', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  let broken = false;
  const renderers = [
    {
      matches: () => true,
      component: () => {
        if (broken) throw new Error('a bug of the host');
        return <p>Mine</p>;
      },
    },
  ];
  const [request] = await world.waiting();
  if (request === undefined) throw new Error('nothing waits');
  const card = (extra: string) => (
    <Interaction.Auto request={{ ...request, metadata: { extra } }} renderers={[...renderers]} />
  );
  const { rerender } = open(world, card('a'));
  await expect.element(page.getByText('Mine')).toBeVisible();
  broken = true;
  rerender(card('b'));
  await expect.element(raw).toBeVisible();
  await expect.element(allow).not.toBeInTheDocument();
  await deny.click();
  await expect.poll(() => world.heard.length).toBe(2);
  expect(world.ledger).toEqual([]);
});

test('a rule for a renderer that throws does the same', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const renderers = [
    {
      matches: (): boolean => {
        throw new Error('a bug of the host');
      },
      component: () => null,
    },
  ];
  open(world, <PendingRequests requests={await world.waiting()} renderers={renderers} />);
  await expect.element(raw).toBeVisible();
  await deny.click();
  await expect.poll(() => world.heard.length).toBe(2);
});

test('of 300 garbled requests none leaves the page blank, and no incomplete one can be allowed', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const [whole] = await world.waiting();
  if (whole === undefined) throw new Error('nothing waits');
  const random = seeded(4711);
  // React reports every error that a boundary catches; here there are many on purpose.
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const { rerender } = open(world, null);
  const all = Array.from({ length: 300 }, (_, round) =>
    round < JUNK.length ? JUNK[round] : garbled(whole, random),
  ) as InteractionRequest[];
  rerender(
    all.map((request, round) => (
      <div key={round} data-round={round}>
        <Interaction.Auto request={request} onRespond={() => {}} />
      </div>
    )),
  );
  for (const [round, request] of all.entries()) {
    const shown = document.querySelector(`[data-round="${round}"]`);
    const buttons = [...(shown?.querySelectorAll('button') ?? [])].map((each) => each.textContent);
    expect.soft(shown?.textContent, JSON.stringify(request)).not.toBe('');
    if (shown?.querySelector('[data-fallback]') !== null) {
      const allowing = buttons.filter((text) => text.startsWith('Allow'));
      expect.soft(allowing, JSON.stringify(request)).toEqual([]);
    }
  }
  // After a denial, each of them folds to a readable line.
  await act(async () => {
    for (const each of document.querySelectorAll<HTMLElement>('[data-hitl-part="deny"]')) {
      each.click();
    }
  });
  for (const [round, request] of all.entries()) {
    const shown = document.querySelector(`[data-round="${round}"]`);
    expect.soft(shown?.textContent, JSON.stringify(request)).not.toBe('');
  }
});

const JUNK: readonly unknown[] = [
  null,
  0,
  '',
  'x',
  [],
  {},
  [null],
  { toString: null },
  Number.MAX_VALUE,
  true,
  '__proto__',
];

/** A request with up to three missing or invalid members. */
function garbled(whole: object, random: () => number): Record<string, unknown> {
  const request: Record<string, unknown> = { ...whole };
  const names = [...Object.keys(request), 'type', 'options', 'interactions', 'agent_path'];
  const rounds = 1 + Math.floor(random() * 3);
  for (let round = 0; round < rounds; round += 1) {
    const name = names[Math.floor(random() * names.length)] ?? 'type';
    if (random() < 0.3) delete request[name];
    else request[name] = JUNK[Math.floor(random() * JUNK.length)];
  }
  return request;
}
