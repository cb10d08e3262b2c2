import { expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { Inbox } from '../src/index.ts';
import { listen } from '../src/internal/listen.fixture.ts';
import { bash, createWorld, open, question, STAYS_MS, type World } from './world.fixture.tsx';

const allow = page.getByRole('button', { name: 'Allow once', exact: true });

/** An inbox, because it follows pending requests before there is a session. */
const inbox = (
  <>
    <Inbox.Cards lingerMs={STAYS_MS} />
    <textarea aria-label="Message" />
  </>
);

async function arrives(world: World): Promise<string[]> {
  open(world, inbox);
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toBeVisible();
  const said = listen();
  await world.begin();
  return said;
}

test('a new request is announced once, politely, and never takes the focus', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  open(world, inbox);
  await page.getByRole('textbox', { name: 'Message' }).click();
  await userEvent.keyboard('I am typ');
  const said = listen();
  await world.begin();
  await expect.element(allow).toBeEnabled();
  await expect.poll(() => said).toEqual(['Waiting for you: Run this command?']);
  await userEvent.keyboard('ing');
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveValue('I am typing');
  const regions = document.querySelectorAll('[data-hitl-part="announcer"]');
  expect(regions).toHaveLength(1);
  expect(regions[0]?.getAttribute('aria-live')).toBe('polite');
});

test('several requests of one message are announced in one sentence', async () => {
  const world = createWorld([[bash('a'), bash('b'), question({ prompt: 'Which?' })], 'Done.']);
  const said = await arrives(world);
  await expect.poll(() => said).toEqual(['3 requests waiting for you']);
});

test('a request that is rendered repeatedly is not announced again', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  const said = await arrives(world);
  await expect.poll(() => said).toHaveLength(1);
  open(world);
  open(world);
  await expect.poll(() => allow.elements().length).toBe(3);
  // Announced after anything that could have been repeated.
  await allow.first().click();
  await expect.poll(() => said.at(-1)).toContain('Answered elsewhere: Run this command?');
  expect(said.join('\n').match(/Waiting for you/g)).toHaveLength(1);
});

test('an end not caused by this page is announced too', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  const said = await arrives(world);
  await expect.element(allow).toBeEnabled();
  const [request] = await world.waiting();
  await world.call('POST', `/interactions/${request?.id ?? ''}/respond`, {
    request_id: request?.id,
    type: 'confirm',
    confirmed: true,
  });
  await expect.poll(() => said.at(-1)).toContain('Answered elsewhere: Run this command?');
});

test('an agent’s name with hidden characters cannot speak through the live region', async () => {
  const world = createWorld([[question({ prompt: 'Safe\u202E?\u200Bnot' })], 'Done.']);
  const said = await arrives(world);
  await expect.poll(() => said.length).toBe(1);
  expect(said[0]).not.toMatch(/[\u202E\u200B]/);
});

test('the focus stays on the card while its answer is being sent and returns to the button if that fails', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  open(world);
  await expect.element(allow).toBeEnabled();
  let release: () => void = () => {};
  world.intercept(async (request, forward) => {
    if (!request.url.endsWith('/respond')) return forward(request);
    await new Promise<void>((resolve) => (release = resolve));
    return new Response(null, { status: 403 });
  });
  await allow.click();
  const card = page.getByRole('group', { name: 'Run this command?' });
  await expect.element(card).toHaveFocus();
  release();
  await expect.element(allow).toHaveFocus();
});

test('the focus stays on the receipt, and the next Tab continues from there', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  open(world);
  await allow.click();
  await expect.element(page.getByText('assistant: Done.')).toBeVisible();
  await expect.element(page.getByRole('group', { name: 'Run this command?' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

interface AxNode {
  readonly ignored: boolean;
  readonly role?: { readonly value: string };
  readonly name?: { readonly value: string };
  readonly description?: { readonly value: string };
  readonly frameId?: string;
}
interface FrameTree {
  readonly frame: { readonly id: string; readonly url: string };
  readonly childFrames?: readonly FrameTree[];
}
interface TreeSession {
  send(method: 'Page.getFrameTree'): Promise<{ frameTree: FrameTree }>;
  send(
    method: 'Accessibility.getFullAXTree',
    params: { frameId: string },
  ): Promise<{ nodes: readonly AxNode[] }>;
}

/** What Chromium exposes to assistive technology. */
async function spoken(): Promise<string[]> {
  const session = cdp() as TreeSession;
  const { frameTree } = await session.send('Page.getFrameTree');
  const frames = (tree: FrameTree): FrameTree[] => [
    tree,
    ...(tree.childFrames ?? []).flatMap(frames),
  ];
  const own = frames(frameTree).find(({ frame }) => frame.url === location.href);
  if (own === undefined) throw new Error('this page is in no frame that the browser knows');
  const { nodes } = await session.send('Accessibility.getFullAXTree', { frameId: own.frame.id });
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description }) =>
      [role?.value, name?.value, description?.value].filter(Boolean).join(' | '),
    );
}

test('a screen reader gets the card as a group named by its question, with each control', async () => {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  open(world);
  await expect.element(page.getByRole('combobox', { name: 'Remember' })).toBeVisible();
  const nodes = await spoken();
  expect(nodes).toEqual(
    expect.arrayContaining([
      'group | Run this command?',
      'button | More actions',
      'button | Edit',
      'button | Reason…',
      'button | Deny',
      'button | Allow once',
    ]),
  );
  const buttons = nodes.filter((node) => node.startsWith('button'));
  expect(buttons.every((node) => node.includes(' | '))).toBe(true);
});

test('a screen reader gets the name, description and error of each field', async () => {
  const world = createWorld([
    [
      question({
        prompt: 'The details',
        interaction: {
          type: 'combined',
          interactions: [
            { id: 'n', type: 'input', title: 'The name', description: 'As in the passport' },
            {
              id: 's',
              type: 'select',
              title: 'The size',
              options: [{ value: 's', label: 'Small', description: 'Up to ten' }],
            },
          ],
        },
      }),
    ],
    'Done.',
  ]);
  await world.begin();
  open(world);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('Required.')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'The name' })).toHaveFocus();
  const nodes = await spoken();
  expect(nodes).toEqual(
    expect.arrayContaining([
      'group | The details',
      'textbox | The name | As in the passport Required.',
      expect.stringMatching(/^radiogroup \| The size/),
      'radio | Small | Up to ten',
    ]),
  );
});
