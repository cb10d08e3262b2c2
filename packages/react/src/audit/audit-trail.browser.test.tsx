import { authorizationRequest, interactionView } from '@hitl/protocol/testing';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { renderCard } from '../internal/testing.fixture.tsx';
import { createScenario } from '../scenarios/server.fixture.ts';
import { AuditTrail } from './index.ts';
import { Receipt } from '../receipt/index.ts';
import { longStory, STORY } from './trail.fixture.ts';
import { withTheme } from '../theme/theme.fixture.ts';

withTheme();

const trailOf = (count: number) => ({
  run_id: 'run_1',
  head: null,
  entries: longStory(count),
});

function Trail({ count }: { count: number }) {
  return (
    <AuditTrail.Root trail={trailOf(count)}>
      <AuditTrail.Tools />
      <AuditTrail.Status />
      <AuditTrail.List />
    </AuditTrail.Root>
  );
}

const drawn = () => page.getByRole('listitem').elements();

test('renders only the visible ones of ten thousand entries, at any scroll position', async () => {
  renderCard(<Trail count={10_000} />);
  const list = page.getByRole('list', { name: '10,000 entries' });
  await expect.element(list).toHaveAttribute('data-long');
  expect(drawn().length).toBeLessThan(100);
  await expect.element(page.getByText('step 1', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('listitem').first()).toHaveAttribute('aria-setsize', '10000');

  // By keyboard only.
  (list.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText('step 10000', { exact: true })).toBeVisible();
  expect(page.getByRole('listitem').last().element()).toHaveAttribute('aria-posinset', '10000');
  expect(drawn().length).toBeLessThan(100);
});

test('searches ten thousand calls, and copies all it found', async () => {
  renderCard(<Trail count={10_000} />);
  await userEvent.fill(page.getByRole('searchbox', { name: 'Find a tool call' }), 'STEP 999');
  await expect.element(page.getByRole('list', { name: '11 entries' })).toBeVisible();
  await userEvent.clear(page.getByRole('searchbox'));
  await userEvent.fill(page.getByRole('searchbox'), 'nothing is called like this');
  await expect.element(page.getByText('No matching call.')).toBeVisible();
  expect(drawn()).toEqual([]);
});

test('follows a growing trail at its end, but not elsewhere', async () => {
  const { rerender } = renderCard(<Trail count={1000} />);
  const list = page.getByRole('list', { name: '1,000 entries' });
  await expect.element(list).toHaveAttribute('data-long');
  rerender(<Trail count={1001} />);
  await expect.element(page.getByText('step 1', { exact: true })).toBeVisible();
  const grown = page.getByRole('list', { name: '1,001 entries' });
  (grown.element() as HTMLElement).focus();
  await userEvent.keyboard('{End}');
  await expect.element(page.getByText('step 1001', { exact: true })).toBeVisible();
  rerender(<Trail count={1002} />);
  await expect.element(page.getByText('step 1002', { exact: true })).toBeVisible();
});

test('shows a live run of a real server, and that its trail is intact', async () => {
  const { client, hitl } = createScenario([
    [{ name: 'bash', args: { command: 'npm run lint' } }],
    'Lint is clean.',
  ]);
  const { id: runId } = await client.createRun({ agent_id: 'code_assistant', input: 'Go' });
  renderCard(<AuditTrail.Panel runId={runId} />, { client });
  await expect.element(page.getByText('Asked for approval')).toBeVisible();
  const { interactions } = await client.listInteractions({ runId });
  const [request] = interactions;
  if (request === undefined) throw new Error('nothing waits');
  await client.respond({
    request_id: request.id,
    type: 'confirm',
    action: 'modify_args',
    confirmed: true,
    modified_args: { command: 'npm run lint -- --fix' },
    note: 'repair what can be repaired',
    remember: { scope: 'once' },
    responded_at: new Date().toISOString(),
  });
  await expect.element(page.getByText('Allowed, edited')).toBeVisible();
  await expect.element(page.getByText('repair what can be repaired')).toBeVisible();
  await expect.element(page.getByText('Run completed')).toBeVisible();
  await expect.element(page.getByText(/^Verified: \d+ entries, none changed$/)).toBeVisible();
  await hitl.close(0);
});

const story = { run_id: 'run_1', head: null, entries: [...STORY] };

function Story() {
  return (
    <AuditTrail.Root trail={story}>
      <AuditTrail.Tools />
      <AuditTrail.List />
    </AuditTrail.Root>
  );
}

test('works with the keyboard only: one call, copying, the arguments', async () => {
  renderCard(<Story />);
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('combobox', { name: 'Tool call' })).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Copy as text' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.element(page.getByText('Looks for problems')).toBeVisible();
});

test.each([320, 390, 1280])('fits a page %i px wide without scrolling sideways', async (width) => {
  await page.viewport(width, 800);
  const request = authorizationRequest({
    args_digest: 'a'.repeat(64),
    tool_args: { command: 'x'.repeat(400) },
  });
  renderCard(
    <>
      <Story />
      <Receipt.Card details={interactionView({ interaction_request: request })} />
    </>,
  );
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});

test('has no targets smaller than 24 pixels', () => {
  renderCard(<Story />);
  for (const target of document.querySelectorAll('button, select, summary')) {
    const { width, height } = target.getBoundingClientRect();
    expect.soft([width >= 24, height >= 24], target.outerHTML).toEqual([true, true]);
  }
});
