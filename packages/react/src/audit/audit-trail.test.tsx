import { createFakeClient } from '@hitl/client/testing';
import type { AuditTrail as Trail } from '@hitl/protocol';
import {
  auditEntry,
  runStarted,
  sessionLog,
  suspension,
  authorizationRequest,
} from '@hitl/protocol/testing';
import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { StrictMode } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { describePart } from '../internal/describe-part.fixture.tsx';
import { now, renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { pseudo } from '../messages/pseudo.ts';
import { zhCN } from '../messages/zh-CN.ts';
import { HitlTestProvider } from '../testing.tsx';
import { AuditTrail } from './index.ts';
import { auditItems } from './trail-items.ts';
import { sealed, STORY } from './trail.fixture.ts';

const plain: Trail = { run_id: 'run_1', head: null, entries: [...STORY] };

function Whole(props: Parameters<typeof AuditTrail.Root>[0]) {
  return (
    <AuditTrail.Root {...props}>
      <AuditTrail.Tools />
      <AuditTrail.Status />
      <AuditTrail.List />
    </AuditTrail.Root>
  );
}

const root = () => screen.getByRole('group', { name: 'What happened' });

test('shows who decided what and when, with notes, rules and errors', () => {
  renderCard(<Whole trail={plain} />);
  expect(root()).toHaveAttribute('data-state', 'ready');
  const rows = screen
    .getAllByRole('listitem')
    .filter((row) => row.dataset['hitlPart'] === 'audit-item');
  expect(rows).toHaveLength(STORY.length);
  const denied = rows[7] as HTMLElement;
  expect(denied).toHaveAttribute('data-outcome', 'denied');
  expect(denied.textContent).toMatch(/:49.* Denied by grace bash rm -rf \.\/dist/);
  expect(within(denied).getByText('Build it again instead of removing it')).toBeVisible();
  expect(rows[14]).toHaveAttribute('data-outcome', 'expired');
  expect(rows[14]).toHaveTextContent('Expired without an answer');
  expect(screen.getByText('Allow bash(npm run lint) (Always)')).toBeVisible();
  expect(rows[0]?.querySelector('time')).toHaveAttribute('datetime', '2026-01-01T00:00:00.000Z');
});

test('shows a person’s edits as a diff, and the proposed arguments in full', async () => {
  renderCard(<Whole trail={plain} />);
  const edited = within(screen.getByRole('group', { name: 'What was edited' }));
  expect(edited.getByText('let x = 1;')).toBeVisible();
  expect(edited.getByText('const x = 1;')).toBeVisible();
  expect(edited.queryByText('./src/app.ts')).toBeNull();
  await userEvent.click(screen.getAllByText('What was shown')[0] as HTMLElement);
  expect(screen.getByText('Looks for problems')).toBeVisible();
});

test('says whether a trail is intact, and where it is broken', async () => {
  const trail = await sealed();
  const { rerender } = renderCard(<Whole trail={trail} />);
  expect(await screen.findByText('Verified: 16 entries, none changed')).toHaveAttribute(
    'data-state',
    'verified',
  );
  const forged = { ...auditEntry(trail.entries[7]), note: 'yes, remove it' };
  rerender(<Whole trail={{ ...trail, entries: trail.entries.with(7, forged) }} />);
  expect(await screen.findByRole('alert')).toHaveTextContent('Broken at entry 8');
  rerender(<Whole trail={{ ...trail, entries: trail.entries.slice(0, -1) }} />);
  expect(await screen.findByText(/Broken at entry 16: the trail ends too early/)).toBeVisible();
  rerender(<Whole trail={trail} expectedHead={'f'.repeat(64)} />);
  expect(await screen.findByText(/Broken at entry 17/)).toBeVisible();
  rerender(<Whole trail={plain} />);
  expect(await screen.findByText(/Cannot be verified/)).toBeVisible();
});

test('shows one call, controlled or uncontrolled', async () => {
  const change = vi.fn<NonNullable<Parameters<typeof AuditTrail.Root>[0]['onToolCallIdChange']>>();
  const { rerender } = renderCard(<Whole trail={plain} onToolCallIdChange={change} />);
  const choice = screen.getByRole('combobox', { name: 'Tool call' });
  await userEvent.selectOptions(choice, 'bash rm -rf ./dist');
  expect(change.mock.lastCall?.[0]).toBe('call_3');
  expect(screen.getByRole('list', { name: '2 entries' })).toBeVisible();
  rerender(<Whole trail={plain} toolCallId="call_1" />);
  expect(screen.getByRole('list', { name: '4 entries' })).toBeVisible();
  await userEvent.selectOptions(choice, 'All calls (5)');
  expect(screen.getByRole('list', { name: '4 entries' })).toBeVisible();
});

test('copies the shown entries as text, and says so', async () => {
  const user = userEvent.setup();
  renderCard(<Whole trail={plain} defaultToolCallId="call_3" />);
  await user.click(screen.getByRole('button', { name: 'Copy as text' }));
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeVisible();
  expect(await navigator.clipboard.readText()).toBe(
    [
      '2026-01-01T00:00:21.000Z  Asked for approval: bash rm -rf ./dist',
      '2026-01-01T00:00:49.000Z  Denied by grace: bash rm -rf ./dist',
      '    Build it again instead of removing it',
    ].join('\n'),
  );
  await user.tab();
  expect(screen.getByRole('button', { name: 'Copy as text' })).toBeVisible();
});

test('says if copying is not possible', async () => {
  const user = userEvent.setup();
  renderCard(<Whole trail={plain} />);
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await user.click(screen.getByRole('button', { name: 'Copy as text' }));
  expect(await screen.findByRole('button', { name: 'Could not copy' })).toHaveAttribute(
    'data-state',
    'failed',
  );
});

test('says that it is loading, empty, failed or possibly outdated', async () => {
  const retry = vi.fn<() => void>();
  const { rerender } = renderCard(<Whole trail={null} />);
  expect(root()).toHaveAttribute('data-state', 'loading');
  expect(screen.getByRole('status')).toHaveTextContent('Loading what happened…');
  rerender(<Whole trail={{ ...plain, entries: [] }} />);
  expect(root()).toHaveAttribute('data-state', 'empty');
  expect(screen.getByText('Nothing has happened yet.')).toBeVisible();
  rerender(<Whole trail={null} error={new Error('no')} onRetry={retry} />);
  expect(root()).toHaveAttribute('data-state', 'failed');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
  rerender(<Whole trail={plain} connection={{ status: 'offline' }} />);
  expect(root()).toHaveAttribute('data-offline');
  expect(screen.getByText(/Offline/)).toBeVisible();
});

test('reads the trail of a run, and follows it', async () => {
  const client = createFakeClient();
  const first = auditEntry({ seq: 1, kind: 'run_started', actor: 'ada' });
  client.reply('run_audit', { ...plain, entries: [first] });
  renderWithClient(client, <AuditTrail.Panel runId="run_1" />);
  expect(await screen.findByText('Run started')).toBeVisible();
  client.reply('run_audit', { ...plain, entries: [first, auditEntry({ seq: 2 })] });
  act(() => client.emit(...sessionLog([runStarted(), ...suspension(authorizationRequest())])));
  expect(await screen.findByText('Asked for approval')).toBeVisible();
});

test('offers to retry a failed read', async () => {
  const client = createFakeClient();
  client.reply('run_audit', plain);
  client.fail('run_audit', 'network');
  renderWithClient(client, <AuditTrail.Panel runId="run_1" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Run started')).toBeVisible();
});

test('escapes invisible characters, and renders no markup', () => {
  renderCard(
    <Whole
      trail={{
        ...plain,
        entries: [
          auditEntry({
            tool_name: 'bash\u202E',
            proposed_args: { command: '<img src=x>\u200B' },
            actor: '<b>eve</b>',
          }),
        ],
      }}
    />,
  );
  expect(document.querySelector('img, b')).toBeNull();
  expect(screen.getAllByText('\\u{202e}').length).toBeGreaterThan(0);
  expect(screen.getAllByText('\\u{200b}').length).toBeGreaterThan(0);
});

test('speaks Chinese', () => {
  renderCard(<Whole trail={plain} />, { messages: zhCN, locale: 'zh-CN' });
  expect(screen.getByText('已过期，无人回答')).toBeVisible();
  expect(screen.getByRole('group', { name: '经过' })).toBeVisible();
});

test('contains no hard-coded text', () => {
  const kinds = [...new Set(STORY.map(({ kind }) => kind))];
  const entries = kinds.map((kind, at) => ({
    seq: at + 1,
    timestamp: STORY[0]?.timestamp ?? '',
    kind,
    tool_call_id: '1',
    interaction_id: '1',
    tool_name: '2',
    actor: '3',
    proposed_args: { 4: '5' },
    approved_args: { 4: '6' },
    effective_args: { 4: '7' },
    action: 'modify_args',
    attempt: 2,
    rules: [{ pattern: '8', effect: 'allow', scope: 'always' }],
    erased: true,
  }));
  const { container } = renderCard(<Whole trail={{ ...plain, entries }} />, {
    messages: pseudo,
    locale: 'ja',
  });
  const rest = container.textContent.replaceAll(/\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]/g, '');
  expect(rest).not.toMatch(/[A-Za-z]{2}/);
});

test('renders on a server and hydrates in StrictMode without a warning', async () => {
  const failed = vi.spyOn(console, 'error');
  const app = (
    <StrictMode>
      <HitlTestProvider now={now} locale="en">
        <Whole trail={plain} />
      </HitlTestProvider>
    </StrictMode>
  );
  const page = document.createElement('div');
  document.body.append(page);
  page.innerHTML = renderToString(app);
  expect(page).toHaveTextContent('Expired without an answer');
  const hydrated = await act(async () => hydrateRoot(page, app));
  expect(screen.getByRole('combobox', { name: 'Tool call' })).toBeVisible();
  expect(failed).not.toHaveBeenCalled();
  act(() => hydrated.unmount());
  page.remove();
  failed.mockRestore();
});

const [item] = auditItems({ ...plain, entries: [auditEntry(STORY[6])] }).items;
if (item === undefined) throw new Error('no item');
const alone = (part: React.ReactNode) => <HitlTestProvider now={now}>{part}</HitlTestProvider>;
const inRoot = (part: React.ReactNode) =>
  alone(<AuditTrail.Root trail={plain}>{part}</AuditTrail.Root>);
const inItem = (part: React.ReactNode) =>
  inRoot(
    <ul>
      <AuditTrail.Item item={item}>{part}</AuditTrail.Item>
    </ul>,
  );
const inNothing = (part: React.ReactNode) =>
  alone(<AuditTrail.Root trail={null}>{part}</AuditTrail.Root>);
describePart('AuditTrail.Root', AuditTrail.Root, alone, { trail: plain });
describePart('AuditTrail.Tools', AuditTrail.Tools, inRoot);
describePart('AuditTrail.Filter', AuditTrail.Filter, inRoot);
describePart('AuditTrail.Search', AuditTrail.Search, inRoot);
describePart('AuditTrail.Verification', AuditTrail.Verification, inRoot);
describePart('AuditTrail.Copy', AuditTrail.Copy, inRoot);
describePart('AuditTrail.Status', AuditTrail.Status, inNothing);
describePart('AuditTrail.List', AuditTrail.List, inRoot);
describePart('AuditTrail.Item', AuditTrail.Item, (part) => inRoot(<ul>{part}</ul>), { item });
describePart('AuditTrail.Time', AuditTrail.Time, inItem);
describePart('AuditTrail.What', AuditTrail.What, inItem);
describePart('AuditTrail.Args', AuditTrail.Args, inItem);
