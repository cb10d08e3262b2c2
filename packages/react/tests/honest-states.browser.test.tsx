/** "honest submit states". Every submit ends in confirmed, failed with retry, or unknown
 * with check; an expired or elsewhere-answered card says so and leaves. */
import type { HitlClient } from '@hitl/client';
import { createFakeClock } from '@hitl/client/testing';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Inbox, Interaction } from '../src/index.ts';
import type { Fault } from '../src/testing.tsx';
import { bash, createWorld, open, STAYS_MS, type World } from './world.fixture.tsx';

const allow = page.getByRole('button', { name: 'Allow once', exact: true });
const deny = page.getByRole('button', { name: 'Deny', exact: true });
const card = page.getByRole('group', { name: 'Run this command?' });
const alert = page.getByRole('alert');
const done = page.getByText('assistant: All green.');

async function asked(options?: Parameters<typeof createWorld>[1]): Promise<World> {
  const world = createWorld([[bash('npm test')], 'All green.'], options);
  await world.begin();
  return world;
}

function ran({ ledger, heard }: World): { tools: number; turns: number } {
  return { tools: ledger.length, turns: heard.length };
}

const unanswered: Fault[] = ['unreachable', 500, 502, 503, 408];

test.each(unanswered)(
  'a card whose answer meets %s says that the outcome is unknown, and ends confirmed after a check',
  async (fault) => {
    const world = await asked();
    // With a stopped clock, nothing is checked automatically.
    open(world, undefined, { client: world.connect({ clock: createFakeClock(Date.now()) }) });
    await expect.element(allow).toBeEnabled();
    world.line.cut(fault);
    await allow.click();
    await expect.element(card).toHaveAttribute('data-state', 'unknown');
    await expect
      .element(alert.getByText(/^Your answer may not have arrived\. It is sent again/))
      .toBeVisible();
    await expect.element(allow).not.toBeInTheDocument();
    world.line.restore();
    await page.getByRole('button', { name: 'Send again' }).click();
    await expect.element(done).toBeVisible();
    expect(ran(world)).toEqual({ tools: 1, turns: 2 });
  },
);

test('a card whose answer arrives before the network fails ends confirmed, and nothing runs twice', async () => {
  const world = await asked();
  const [request] = await world.waiting();
  if (request === undefined) throw new Error('nothing waits');
  // Without a stream: the card has to find out itself.
  const client = world.connect({ clock: createFakeClock(Date.now()) });
  open(world, <Interaction.Auto request={request} />, { client });
  world.line.cut('lost');
  await allow.click();
  await expect.element(card).toHaveAttribute('data-state', 'unknown');
  await expect.poll(() => ran(world)).toEqual({ tools: 1, turns: 2 });
  world.line.restore();
  await page.getByRole('button', { name: 'Send again' }).click();
  await expect.element(card).toHaveAttribute('data-state', 'settled');
  await expect.element(card).toHaveAttribute('data-outcome', 'approved');
  await expect.element(card).not.toHaveAttribute('data-elsewhere');
  expect(ran(world)).toEqual({ tools: 1, turns: 2 });
});

test('a card whose answer gets no reply in time says that the outcome is unknown, and checks automatically', async () => {
  const world = await asked();
  const clock = createFakeClock(Date.now());
  open(world, undefined, { client: world.connect({ clock }) });
  await expect.element(allow).toBeEnabled();
  world.line.cut('hanging');
  await allow.click();
  await expect.element(card).toHaveAttribute('data-state', 'submitting');
  await expect.element(page.getByRole('button', { name: 'Sending…' })).toBeDisabled();
  // First the answer times out, then the check.
  clock.advance(30_000);
  await expect.poll(() => clock.timers).toBeGreaterThan(0);
  clock.advance(30_000);
  await expect.element(card).toHaveAttribute('data-state', 'unknown');
  world.line.restore();
  clock.advance(30_000);
  await expect.element(done).toBeVisible();
  expect(ran(world)).toEqual({ tools: 1, turns: 2 });
});

test.each([401, 403, 404, 410, 429])(
  'a card whose answer a gateway refuses with %i shows that, stays open and offers a retry',
  async (status) => {
    const world = await asked();
    open(world);
    await expect.element(allow).toBeEnabled();
    world.line.failNext('/respond', status);
    await allow.click();
    await expect
      .element(
        alert.getByText(/Something other than the server replied\. Your answer was not recorded\./),
      )
      .toBeVisible();
    await expect.element(card).toHaveAttribute('data-state', 'failed');
    await expect.element(allow).toBeEnabled();
    await expect.element(deny).toBeEnabled();
    expect(world.ledger).toEqual([]);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.element(done).toBeVisible();
    expect(ran(world)).toEqual({ tools: 1, turns: 2 });
  },
);

test('a signed-out person sees that, and the same answer counts after signing in', async () => {
  let signedIn = true;
  const world = await asked({
    server: { authenticate: () => (signedIn ? { userId: 'ada', roles: ['reviewer'] } : null) },
  });
  open(world);
  await expect.element(allow).toBeEnabled();
  signedIn = false;
  await allow.click();
  await expect
    .element(alert.getByText(/You are signed out\. Sign in and try again\./))
    .toBeVisible();
  signedIn = true;
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(done).toBeVisible();
  expect(ran(world)).toEqual({ tools: 1, turns: 2 });
});

test('a person who may see but not answer reads so, and the card stays open', async () => {
  const world = await asked();
  open(world);
  world.intercept((request, forward) =>
    request.url.endsWith('/respond')
      ? Promise.resolve(problem(403, 'forbidden'))
      : forward(request),
  );
  await allow.click();
  await expect.element(alert.getByText(/You are not allowed to answer this\./)).toBeVisible();
  expect(world.ledger).toEqual([]);
  world.intercept(undefined);
  await allow.click();
  await expect.element(done).toBeVisible();
});

function problem(status: number, code: string, headers: HeadersInit = {}): Response {
  return Response.json(
    { type: 'about:blank', title: code, status, code, detail: `It is ${code}.` },
    { status, headers },
  );
}

test('a person who reaches a rate limit is asked to wait, and the same answer counts later', async () => {
  const world = await asked();
  open(world);
  await expect.element(allow).toBeEnabled();
  world.intercept((request, forward) =>
    request.url.endsWith('/respond')
      ? Promise.resolve(problem(429, 'rate_limited', { 'retry-after': '1' }))
      : forward(request),
  );
  await allow.click();
  await expect
    .element(alert.getByText(/Too many requests\. Wait a moment and try again\./))
    .toBeVisible();
  world.intercept(undefined);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(done).toBeVisible();
  expect(ran(world)).toEqual({ tools: 1, turns: 2 });
});

test('a second answer shows that another one was recorded, and whose', async () => {
  const world = await asked();
  const [request] = await world.waiting();
  open(world, <Inbox.Cards lingerMs={STAYS_MS} />);
  await expect.element(allow).toBeEnabled();
  world.intercept(async (sent, forward) => {
    if (!sent.url.endsWith('/respond')) return forward(sent);
    world.intercept(undefined);
    await world.call('POST', `/interactions/${request?.id ?? ''}/respond`, {
      request_id: request?.id,
      type: 'confirm',
      action: 'deny',
      confirmed: false,
      note: 'too early',
      user_id: 'grace',
    });
    return forward(sent);
  });
  await allow.click();
  await expect.element(card).toHaveAttribute('data-state', 'settled');
  await expect.element(card).toHaveAttribute('data-elsewhere', 'true');
  await expect.element(card.getByText('Denied')).toBeVisible();
  await expect.element(card.getByText('too early')).toBeVisible();
  await expect.element(card.getByText('by grace')).toBeVisible();
  expect(world.ledger).toEqual([]);
});

test('an answer to a call that has changed since it was shown runs nothing, and says so', async () => {
  const world = await asked();
  open(world);
  await expect.element(allow).toBeEnabled();
  world.intercept(async (request, forward) => {
    if (!request.url.endsWith('/respond')) return forward(request);
    const body = (await request.json()) as Record<string, unknown>;
    return forward(
      new Request(request, {
        method: 'POST',
        body: JSON.stringify({ ...body, args_digest: '0'.repeat(64) }),
      }),
    );
  });
  await allow.click();
  await expect
    .element(alert.getByText('The call has changed since it was shown. Review it again.'))
    .toBeVisible();
  expect(world.ledger).toEqual([]);
  // The same answer cannot succeed, so only another one is offered.
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  world.intercept(undefined);
  await deny.click();
  await expect.element(done).toBeVisible();
  expect(world.ledger).toEqual([]);
});

test('an answer whose key was used for another one is refused, and then shows the recorded state', async () => {
  const world = await asked();
  open(world);
  await expect.element(allow).toBeEnabled();
  world.intercept(async (request, forward) => {
    if (!request.url.endsWith('/respond')) return forward(request);
    world.intercept(undefined);
    const { request_id } = (await request.clone().json()) as { request_id: string };
    const other = { request_id, type: 'confirm', action: 'deny', confirmed: false };
    await forward(new Request(request.clone(), { method: 'POST', body: JSON.stringify(other) }));
    return forward(request);
  });
  await allow.click();
  await expect
    .element(alert.getByText('A different answer from you was already recorded. This one was not.'))
    .toBeVisible();
  await deny.click();
  await expect.element(card.getByText('Denied')).toBeVisible();
  expect(world.ledger).toEqual([]);
});

test('an answer after the deadline shows expired, without a decision', async () => {
  const world = await asked();
  open(world);
  await expect.element(allow).toBeEnabled();
  world.intercept((request, forward) => {
    if (request.url.endsWith('/respond')) world.advance(600_000);
    return forward(request);
  });
  await allow.click();
  await expect.element(card).toHaveAttribute('data-state', 'expired');
  await expect.element(card.getByText('Expired')).toBeVisible();
  await expect.element(page.getByText(/User consent request timed out/)).toBeVisible();
  expect(world.ledger).toEqual([]);
});

test('an aborted run leaves no card that can still be answered', async () => {
  const world = await asked();
  open(world);
  await expect.element(allow).toBeEnabled();
  const [request] = await world.waiting();
  await world.call('POST', `/runs/${request?.run_id ?? ''}/control`, {
    run_id: request?.run_id,
    action: 'abort_run',
  });
  await expect.element(card).toHaveAttribute('data-state', 'cancelled');
  await expect.element(allow).not.toBeInTheDocument();
});

test('a new message that replaces a question leaves it superseded, not denied', async () => {
  const world = createWorld([[bash('npm test')], 'All green.'], {
    agent: { onNewMessage: 'supersede' },
  });
  await world.begin();
  open(world);
  await expect.element(allow).toBeEnabled();
  await world.begin('Never mind');
  await expect.element(card).toHaveAttribute('data-state', 'superseded');
  await expect.element(card.getByText('Replaced')).toBeVisible();
  expect(world.ledger).toEqual([]);
});

test('a paused clock is shown, and the card can still be answered', async () => {
  const world = await asked();
  open(world);
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('button', { name: 'Stop the countdown' }).click();
  await expect.element(card).toHaveAttribute('data-state', 'paused');
  await allow.click();
  await expect.element(done).toBeVisible();
});

test('however fast it is pressed, one answer is sent and the tool runs once', async () => {
  const world = await asked();
  let sent = 0;
  world.intercept((request, forward) => {
    if (request.url.endsWith('/respond')) sent += 1;
    return forward(request);
  });
  open(world);
  await allow.tripleClick();
  await expect.element(done).toBeVisible();
  expect(sent).toBe(1);
  expect(ran(world)).toEqual({ tools: 1, turns: 2 });
});

test('two pages that answer at the same moment agree on the outcome, and the tool runs once', async () => {
  const world = await asked();
  const clients: HitlClient[] = [world.connect(), world.connect()];
  for (const [index, client] of clients.entries()) {
    open(
      world,
      <section aria-label={`Page ${index}`}>
        <Inbox.Cards lingerMs={STAYS_MS} />
      </section>,
      { client },
    );
  }
  const [here, there] = [0, 1].map((index) => page.getByRole('region', { name: `Page ${index}` }));
  if (here === undefined || there === undefined) throw new Error('there are not two pages');
  let held: (() => void)[] = [];
  world.intercept(async (request, forward) => {
    // Both are in flight before either arrives.
    if (request.url.endsWith('/respond')) {
      await new Promise<void>((release) => {
        held.push(release);
        if (held.length < 2) return;
        for (const each of held) each();
        held = [];
      });
    }
    return forward(request);
  });
  await here.getByRole('button', { name: 'Allow once', exact: true }).click();
  await there.getByRole('button', { name: 'Deny', exact: true }).click();
  const stands = async (tab: typeof here): Promise<string | null> => {
    const group = tab.getByRole('group', { name: 'Run this command?' });
    await expect.element(group).toHaveAttribute('data-state', 'settled');
    return group.element().getAttribute('data-outcome');
  };
  const outcomes = [await stands(here), await stands(there)];
  expect(outcomes[0]).toBe(outcomes[1]);
  await expect.poll(() => world.heard.length).toBe(2);
  expect(world.ledger).toHaveLength(outcomes[0] === 'approved' ? 1 : 0);
});
