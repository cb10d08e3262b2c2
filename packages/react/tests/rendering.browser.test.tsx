/** "server rendering and StrictMode without warnings". */
import { act } from '@testing-library/react';
import { StrictMode, type ReactElement, type ReactNode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HitlProvider } from '../src/index.ts';
import { now } from '../src/internal/testing.fixture.tsx';
import { HitlTestProvider } from '../src/testing.tsx';
import { everyState, type Shown } from './states.fixture.tsx';
import { bash, Chat, createWorld, question, type World } from './world.fixture.tsx';

/** All errors and warnings of React. */
function complaints(): string[] {
  const said: string[] = [];
  const keep = (...args: unknown[]): void => void said.push(args.map(String).join(' '));
  const spies = [
    vi.spyOn(console, 'error').mockImplementation(keep),
    vi.spyOn(console, 'warn').mockImplementation(keep),
  ];
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore();
  });
  return said;
}

function place(html = ''): HTMLElement {
  const element = document.createElement('div');
  element.innerHTML = html;
  document.body.append(element);
  onTestFinished(() => element.remove());
  return element;
}

async function states(): Promise<{ world: World; shown: readonly Shown[]; app: ReactElement }> {
  const world = createWorld([[bash('npm test')], 'Done.']);
  await world.begin();
  const [request] = await world.waiting();
  if (request === undefined) throw new Error('nothing waits');
  const client = world.connect();
  const shown = everyState({ client, request });
  const wall: ReactNode = shown.map(({ name, ui }) => (
    <div key={name} data-shown={name}>
      {ui}
    </div>
  ));
  const app = (
    <StrictMode>
      <HitlProvider client={client} now={now} locale="en">
        {wall}
      </HitlProvider>
    </StrictMode>
  );
  return { world, shown, app };
}

test('every state renders on a server and hydrates in StrictMode without a warning', async () => {
  const said = complaints();
  const { app, shown } = await states();
  const html = renderToString(app);
  const root = place(html);
  for (const { name } of shown) {
    expect.soft(root.querySelector(`[data-shown="${name}"]`)?.textContent, name).not.toBe('');
  }
  await act(async () => {
    const hydrated = hydrateRoot(root, app, {
      onRecoverableError: (error) => said.push(String(error)),
    });
    onTestFinished(() => hydrated.unmount());
  });
  await expect
    .element(page.getByRole('button', { name: 'Allow once', exact: true }).first())
    .toBeVisible();
  expect(said).toEqual([]);
});

test('a server renders the whole card, which can be read before any script runs', async () => {
  const { app } = await states();
  const root = place(renderToString(app));
  const card = root.querySelector('[data-shown="a call of low risk"] [role="group"]');
  expect(card?.getAttribute('aria-label')).toBe('Run this command?');
  expect(card?.textContent).toContain('npm run lint');
  expect(card?.textContent).toContain('Low risk');
  expect(card?.textContent).toContain('it asks before every command');
  expect(
    [...(card?.querySelectorAll('button:not([role])') ?? [])].map(
      (each) => each.ariaLabel ?? each.textContent,
    ),
  ).toEqual(['Edit', 'More actions', 'Reason…', 'Deny', 'Allow once']);
});

test('a whole conversation runs in StrictMode without a warning, and each call runs once', async () => {
  const said = complaints();
  const world = createWorld([
    [bash('npm test'), question({ prompt: 'Which version?' })],
    [bash('npm publish')],
    'Done.',
  ]);
  await world.begin();
  const root = createRoot(place());
  onTestFinished(() => act(() => root.unmount()));
  await act(async () =>
    root.render(
      <StrictMode>
        <HitlTestProvider server={world.line} locale="en">
          <Chat />
        </HitlTestProvider>
      </StrictMode>,
    ),
  );
  await page.getByRole('button', { name: 'Allow once', exact: true }).click();
  await page.getByRole('textbox', { name: 'Which version?' }).fill('1.0');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect.element(page.getByText('npm publish').first()).toBeVisible();
  await page.getByRole('button', { name: 'Allow once', exact: true }).click();
  await expect.element(page.getByText('assistant: Done.')).toBeVisible();
  expect(world.ledger).toHaveLength(2);
  expect(said).toEqual([]);
});
