import { createHitlClient } from '@hitl/client';
import { createFakeClient } from '@hitl/client/testing';
import type { InteractionView } from '@hitl/protocol';
import { argsDigest } from '@hitl/protocol/fold';
import {
  authorizationRequest,
  combinedRequest,
  confirmResponse,
  inputRequest,
  interactionView,
  selectRequest,
  testTime,
} from '@hitl/protocol/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createScenario } from '../scenarios/server.fixture.ts';
import { describePart } from '../internal/describe-part.fixture.tsx';
import { now, renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { pseudo } from '../messages/pseudo.ts';
import { HitlTestProvider } from '../testing.tsx';
import { Receipt } from './index.ts';

const request = authorizationRequest({ args_digest: 'ab'.repeat(32) });
const answered = (response: Partial<Parameters<typeof confirmResponse>[0]> = {}): InteractionView =>
  interactionView({
    interaction_request: request,
    status: 'answered',
    resolved_at: testTime(12),
    resolved_by: 'ada',
    response: confirmResponse(response),
  });

/** The text of a fact in the receipt. */
function fact(name: string): string | null {
  return document.querySelector(`[data-entry="${name}"] dd`)?.textContent ?? null;
}

test('shows who, when, what was shown, what is remembered and why, from the details alone', () => {
  const remember = {
    scope: 'session' as const,
    patterns: ['bash(npm run:*)'],
    deny_patterns: ['bash(npm run x)'],
  };
  renderCard(<Receipt.Card details={answered({ remember, note: 'only style' })} />);
  const receipt = screen.getByRole('group', { name: 'Receipt: bash' });
  expect(receipt).toHaveAttribute('data-state', 'answered');
  expect(receipt).toHaveAttribute('data-outcome', 'approved');
  expect(within(receipt).getByText('Allowed')).toBeVisible();
  expect(within(receipt).getByText('npm run lint')).toBeVisible();
  expect(fact('by')).toBe('ada');
  expect(fact('at')).toMatch(/:12.*\(12 sec after it was asked\)/);
  expect(fact('agent')).toBe('assistant');
  expect(fact('remembered')).toBe('This session');
  expect(fact('rules')).toBe('Allow bash(npm run:*)\nDeny bash(npm run x)');
  expect(fact('note')).toBe('only style');
  expect(within(receipt).getByText('ab'.repeat(32))).toBeVisible();
});

test('names the exact rule if an answer had no rule of its own', () => {
  renderCard(<Receipt.Card details={answered({ remember: { scope: 'always' } })} />);
  expect(fact('rules')).toBe('Allow bash(npm run lint)');
});

test('shows a person’s edits of the arguments', () => {
  const modified_args = { command: 'npm run lint -- --fix' };
  renderCard(<Receipt.Card details={answered({ action: 'modify_args', modified_args })} />);
  expect(screen.getByRole('group', { name: 'Receipt: bash' })).toHaveAttribute(
    'data-outcome',
    'edited',
  );
  const edited = within(screen.getByRole('group', { name: 'Edited before running' }));
  expect(edited.getByText('npm run lint -- --fix')).toBeVisible();
});

test.each([
  ['expired', 'Expired', 'No one'],
  ['cancelled', 'Stopped', null],
  ['superseded', 'Replaced', null],
  ['pending', 'Not answered yet', null],
] as const)('shows that a request is %s, and names only people who decided', (status, word, by) => {
  renderCard(<Receipt.Card details={interactionView({ interaction_request: request, status })} />);
  expect(screen.getByText(word)).toBeVisible();
  expect(fact('by')).toBe(by);
});

test('distinguishes a denial from an expiry', () => {
  renderCard(<Receipt.Card details={answered({ confirmed: false, action: 'deny' })} />);
  expect(screen.getByRole('group', { name: 'Receipt: bash' })).toHaveAttribute(
    'data-outcome',
    'denied',
  );
});

test.each<[string, InteractionView['interaction_request'], object, string]>([
  ['a text', inputRequest(), { text: 'main' }, 'main'],
  ['a secret', inputRequest({ sensitive: true }), { text: 'secret:1' }, '••••••'],
  ['a choice', selectRequest(), { selected_values: ['staging'] }, 'Staging'],
])('shows what was answered with %s', (_, asked, response, said) => {
  const details = interactionView({
    interaction_request: asked,
    status: 'answered',
    response: { request_id: asked.id, type: asked.type, responded_at: testTime(5), ...response },
  });
  renderCard(<Receipt.Card details={details} />);
  expect(fact('answer')).toBe(said);
});

test('copies itself as text, with exact times and the digest, without secrets', async () => {
  const user = userEvent.setup();
  const details = answered({ remember: { scope: 'once' }, note: 'two\nlines' });
  const asked = authorizationRequest({
    args_digest: 'ab'.repeat(32),
    tool_args: { command: 'npm run lint', token: 'hunter2' },
    tool_schema: { properties: { token: { type: 'string', format: 'password' } } },
  });
  renderCard(<Receipt.Card details={{ ...details, interaction_request: asked }} />);
  await user.click(screen.getByRole('button', { name: 'Copy as text' }));
  expect(await navigator.clipboard.readText()).toBe(
    [
      'Allowed: bash',
      'What was shown: {"command":"npm run lint","token":"Secret, not shown"}',
      'By: ada',
      'When: 2026-01-01T00:00:12.000Z',
      'Asked: 2026-01-01T00:00:00.000Z',
      'Agent: assistant',
      'Remembered: Just this once',
      'Reason: two',
      '  lines',
      `Digest: ${'ab'.repeat(32)}`,
      'Request: int_1',
      'Run: run_1',
    ].join('\n'),
  );
  expect(document.body).not.toHaveTextContent('hunter2');
});

test('contains no hard-coded text', () => {
  const silent = { title: '1', agent_path: ['3'], tool_name: '5', args_digest: '0', id: '9' };
  const { container } = renderCard(
    <>
      <Receipt.Card
        details={{
          ...answered({ note: '2', remember: { scope: 'always', patterns: ['8'] } }),
          resolved_by: '7',
          interaction_request: authorizationRequest({ ...silent, tool_args: { 6: '7' } }),
        }}
      />
      <Receipt.Card
        details={interactionView({ interaction_request: combinedRequest({ ...silent }) })}
      />
    </>,
    { messages: pseudo, locale: 'ja' },
  );
  const rest = container.textContent.replaceAll(/\[[^[\]]*(?:\[[^[\]]*\][^[\]]*)*\]/g, '');
  expect(rest).not.toMatch(/[A-Za-z]{2}/);
});

test('reads the details by their id, and says if it cannot', async () => {
  const client = createFakeClient({ pending: [request] });
  client.fail('get_interaction', 'internal');
  renderWithClient(client, <Receipt.Panel interactionId={request.id} />);
  expect(screen.getByText('Loading…')).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Not answered yet')).toBeVisible();
});

test('has the digest of the audit entry and of the shown arguments', async () => {
  const args = { command: 'npm run lint' };
  const { hitl } = createScenario([[{ name: 'bash', args }], 'Done.']);
  const client = createHitlClient({ fetch: hitl.fetch, baseUrl: 'http://localhost' });
  const { id: runId } = await client.createRun({ agent_id: 'code_assistant', input: 'Go' });
  const [asked] = await vi.waitUntil(
    async () => {
      const { interactions } = await client.listInteractions({ runId });
      return interactions.length > 0 && interactions;
    },
    { timeout: 60_000 },
  );
  if (asked === undefined) throw new Error('nothing waits');
  await client.respond({
    request_id: asked.id,
    type: 'confirm',
    confirmed: true,
    action: 'approve',
    remember: { scope: 'once' },
    responded_at: testTime(),
  });
  const { entries } = await client.audit(runId);
  const entry = entries.find(({ kind }) => kind === 'approval_required');
  renderWithClient(
    createFakeClient(),
    <Receipt.Card details={await client.getInteraction(asked.id)} />,
  );
  const shown = document.querySelector('[data-hitl-part="receipt-digest"] code')?.textContent;
  expect(shown).toMatch(/^[0-9a-f]{64}$/);
  expect(shown).toBe(entry?.['args_digest']);
  expect(shown).toBe(await argsDigest('bash', args));
});

const alone = (part: React.ReactNode) => <HitlTestProvider now={now}>{part}</HitlTestProvider>;
const inRoot = (part: React.ReactNode) =>
  alone(<Receipt.Root details={answered()}>{part}</Receipt.Root>);
describePart('Receipt.Root', Receipt.Root, alone, { details: answered() });
describePart('Receipt.Outcome', Receipt.Outcome, inRoot);
describePart('Receipt.Args', Receipt.Args, inRoot);
describePart('Receipt.Meta', Receipt.Meta, inRoot);
describePart('Receipt.Digest', Receipt.Digest, inRoot);
describePart('Receipt.Copy', Receipt.Copy, inRoot);
