import {
  authorizationRequest,
  confirmResponse,
  interactionView,
  message,
  runStarted,
  selectRequest,
  selectResponse,
  sessionLog,
  settlement,
  stepCompleted,
  suspension,
  toolCall,
  toolCompleted,
  toolProgress,
  toolStarted,
  run,
} from '@hitl/protocol/testing';
import { approvalOf } from '@hitl/client';
import { createFakeClient } from '@hitl/client/testing';
import type { EventDraft, InteractionRequest, RunEvent } from '@hitl/protocol';
import { problem } from '@hitl/protocol/endpoints';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { expect, test } from 'vitest';
import { useSession } from '../hooks/use-session.ts';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { ToolCall } from './index.ts';
import {
  answered,
  asked,
  judged,
  proposed,
  ran,
  recordIn,
  refused,
  request,
} from './records.fixture.ts';

/** The line of a call as shown to ada. */
function lineOf(drafts: readonly EventDraft[], userId = 'ada'): string {
  const { container } = renderCard(<ToolCall.Row record={recordIn(drafts)} />, { userId });
  return container.querySelector('summary')?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
}

const rule = 'bash(npm run lint:*)';

test('shows in one line what happened, how long it took and who allowed it for how long', () => {
  const always = confirmResponse({ remember: { scope: 'always', patterns: [rule] } });
  expect(lineOf([...answered(always), ...ran({ duration: 1.24 })])).toBe(
    'Ran npm run lint 1.2 sec allowed by you · always',
  );
});

test('says that a denial was remembered', () => {
  const denial = confirmResponse({
    confirmed: false,
    action: 'deny',
    remember: { scope: 'always', deny_patterns: [rule] },
  });
  expect(lineOf([...answered(denial), refused()])).toBe('Denied npm run lint by you · always');
});

test('names the person who decided, if it was another one', () => {
  expect(lineOf([...answered(undefined, { resolvedBy: 'Ann' }), ...ran()], 'ada')).toBe(
    'Ran npm run lint 1 sec allowed by Ann',
  );
});

test('names the rule that allowed or denied a call without asking', () => {
  const verdict = { reason: 'Matched', rule };
  expect(
    lineOf([
      ...proposed(),
      judged({ decision: 'allowed', step: 'allow_rule', ...verdict }),
      ...ran(),
    ]),
  ).toBe(`Ran npm run lint 1 sec allowed by your rule ${rule}`);
  expect(
    lineOf(
      [...proposed(), judged({ decision: 'denied', step: 'deny_rule', ...verdict }), refused()],
      'grace',
    ),
  ).toBe(`Denied npm run lint denied by the rule ${rule}`);
});

test('shows the answer, never as JSON', () => {
  const question = selectRequest({ message_id: 'msg_1', title: 'Where to?' });
  expect(
    lineOf([
      ...answered(selectResponse({ selected_values: ['staging'] }), {}, question),
      ...ran({ output: '{"selected_values":["staging"]}' }),
    ]),
  ).toBe('You answered: Staging Where to?');
});

test('opens to show the reason, the edits and the output', async () => {
  const args = { command: 'npm run lint -- --fix' };
  const answer = confirmResponse({ action: 'modify_args', modified_args: args, note: 'Repair it' });
  renderCard(<ToolCall.Row record={recordIn([...answered(answer), ...ran({}, args)])} />);
  expect(screen.queryByText('no problems'), 'nothing is made before it is opened').toBeNull();
  await userEvent.click(screen.getByText('Ran'));
  expect(screen.getByText('Repair it')).toBeVisible();
  expect(screen.getByRole('group', { name: 'Edited before running' })).toHaveTextContent('--fix');
  expect(screen.getByRole('region', { name: 'Output' })).toHaveTextContent('no problems');
});

test('a call that was denied once can be denied permanently, and back', async () => {
  const client = createFakeClient();
  const denial = confirmResponse({ confirmed: false, action: 'deny' });
  const about = { ...request, metadata: { resource: 'bash(npm run lint)' } };
  const record = recordIn([...answered(denial, {}, about), refused()]);
  renderWithClient(client, <ToolCall.Row record={record} />);
  await userEvent.click(screen.getByText('Denied'));
  await userEvent.click(screen.getByRole('button', { name: 'Always deny' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('button', { name: 'Always deny' })).toBeVisible();
  const changes = client.calls.filter(({ name }) => name === 'deny' || name === 'revoke');
  expect(changes).toMatchObject([
    { name: 'deny', params: { user_id: 'ada' }, body: { resource: 'bash(npm run lint)' } },
    { name: 'revoke', body: { resource: 'bash(npm run lint)' } },
  ]);
});

/** A session with two messages of calls, one after the other. */
const second = authorizationRequest({
  id: 'int_2',
  tool_call_id: 'call_2',
  message_id: 'msg_2',
  tool_args: { command: 'npm test' },
});

function Conversation(): ReactElement {
  const session = useSession('ses_1');
  return (
    <>
      {session.messages.map((each) => (
        <ToolCall.List key={each.id} message={each} session={session} />
      ))}
      <ToolCall.Rest session={session} />
      <textarea aria-label="Message" data-hitl-composer="" />
    </>
  );
}

function conversation(drafts: readonly EventDraft[], client = createFakeClient()) {
  let log = sessionLog(drafts);
  const { length } = log.filter(({ root_run_id: root }) => root === 'run_1');
  client.reply('list_runs', { runs: [run({ last_seq: length })], next_cursor: null });
  client.emit(...log);
  renderWithClient(client, <Conversation />, { userId: 'ada' });
  return (more: readonly EventDraft[]): void => {
    const events: RunEvent[] = sessionLog(more, { after: log });
    log = [...log, ...events];
    act(() => client.emit(...events));
  };
}

test('a call is shown as its card while pending, and then permanently as its line', async () => {
  const emit = conversation(asked());
  const card = await screen.findByRole('group', { name: 'Run this command?' });
  expect(document.querySelector('summary')).toBeNull();
  await userEvent.click(within(card).getByRole('button', { name: 'Allow once' }));
  emit([...settlement(request, confirmResponse()), ...ran()]);
  expect(screen.queryByRole('group', { name: 'Run this command?' })).toBeNull();
  expect(screen.getByText('allowed by you')).toBeVisible();
});

test('after an answer the focus moves to the next card, and after the last one to the composer', async () => {
  const nested = { run_id: 'run_2' };
  const emit = conversation([
    ...asked(),
    runStarted({ agent_id: 'other' }, nested),
    stepCompleted(
      { id: 'msg_2', role: 'assistant', content: '', tool_calls: [toolCall({ id: 'call_2' })] },
      nested,
    ),
    ...suspension({ ...second, ...nested }),
  ]);
  const cards = await screen.findAllByRole('group', { name: 'Run this command?' });
  expect(cards).toHaveLength(2);
  const allow = (card = cards[0]): HTMLElement =>
    within(card as HTMLElement).getByRole('button', { name: 'Allow once' });
  allow().focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(cards[1]).toHaveFocus());
  emit(settlement(request, confirmResponse()));
  expect(cards[1]).toHaveFocus();
  allow(cards[1]).focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus());
  emit(settlement({ ...second, ...nested }, confirmResponse({ request_id: 'int_2' })));
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
});

test('a card answered elsewhere hands on its focus, and takes none from elsewhere', async () => {
  const emit = conversation(asked());
  const card = await screen.findByRole('group', { name: 'Run this command?' });
  within(card).getByRole('button', { name: 'Deny' }).focus();
  emit([...settlement(request, confirmResponse(), { resolvedBy: 'Ann' }), toolStarted()]);
  expect(screen.getByRole('textbox', { name: 'Message' })).toHaveFocus();
  expect(screen.getByText('Running')).toBeVisible();
});

test('shows the progress of a tool below its line while it runs', async () => {
  const client = createFakeClient();
  const emit = conversation([...answered(), toolStarted()], client);
  await screen.findByText('Running');
  expect(screen.queryByRole('progressbar')).toBeNull();
  act(() => client.emit(toolProgress({ progress: 3, total: 12, text: 'Checking src/cart.js' })));
  const bar = await screen.findByRole('progressbar', { name: 'Progress: bash' });
  expect(bar).toHaveAttribute('aria-valuetext', '3 of 12');
  expect(screen.getByText('Checking src/cart.js')).toBeVisible();
  emit([toolCompleted()]);
  expect(screen.queryByRole('progressbar')).toBeNull();
});

/** Two calls of one message, both pending. */
function twoAsked(): { one: InteractionRequest; other: InteractionRequest; drafts: EventDraft[] } {
  const calls = [toolCall(), toolCall({ id: 'call_2' })];
  const [one, other] = calls.map(({ id }, index) =>
    authorizationRequest({
      id: `int_${index}`,
      tool_call_id: id,
      message_id: 'msg_1',
      batch: { index, size: 2 },
    }),
  );
  if (one === undefined || other === undefined) throw new Error('there are two');
  const proposal = { id: 'msg_1', role: 'assistant', content: '', tool_calls: calls } as const;
  const drafts = [runStarted(), stepCompleted(proposal), ...suspension(one, other)];
  return { one, other, drafts };
}

test('several pending calls share a panel below the other rows, and no call is shown twice', async () => {
  const { one, other, drafts } = twoAsked();
  const batch = [one, other];
  const emit = conversation(drafts);
  await screen.findByRole('group', { name: 'Calls waiting for you' });
  emit(settlement(one, confirmResponse({ request_id: one.id }), { waiting: [other], batch }));
  expect(document.querySelectorAll('summary'), 'it stays in the panel').toHaveLength(0);
  emit(settlement(other, confirmResponse({ request_id: other.id }), { batch }));
  expect(document.querySelectorAll('summary')).toHaveLength(2);
  expect(screen.queryByRole('group', { name: 'Calls waiting for you' })).toBeNull();
});

test('the lines below a panel say that the answers given in it came too late', async () => {
  const { one, other, drafts } = twoAsked();
  const batch = [one, other];
  const client = createFakeClient();
  const emit = conversation(drafts, client);
  const release = client.hold('respond_batch');
  const allowed = (each: InteractionRequest) => ({
    interaction: interactionView({
      ...each,
      status: 'answered',
      resolved_by: 'grace',
      response: approvalOf(each),
    }),
  });
  client.reply('respond_batch', {
    results: batch.map((each) => ({
      request_id: each.id,
      ok: false,
      problem: problem('already_resolved', 'It has been answered.', allowed(each)),
    })),
  });
  await userEvent.click(await screen.findByRole('button', { name: /^Deny 2/ }));
  const by = { resolvedBy: 'grace', batch };
  emit(settlement(one, approvalOf(one), { ...by, waiting: [other] }));
  emit(settlement(other, approvalOf(other), by));
  expect(document.querySelectorAll('summary')).toHaveLength(2);
  release();
  expect(await screen.findAllByText('Your Deny came too late: Allowed by grace.')).toHaveLength(2);
});

test('the last pending one of several has a card with its title, for example after a reload', async () => {
  conversation(asked({ ...request, batch: { index: 1, size: 2 } }));
  expect(await screen.findByText('Run this command?')).toBeVisible();
  expect(screen.queryByRole('group', { name: 'Calls waiting for you' })).toBeNull();
});

test('shows that the same person answered in another window', async () => {
  const emit = conversation(asked());
  await screen.findByRole('group', { name: 'Run this command?' });
  emit([...settlement(request, confirmResponse(), { resolvedBy: 'ada' }), ...ran()]);
  expect(screen.getByText('allowed by you')).toBeVisible();
  expect(screen.getByText('in another window')).toBeVisible();
});

test('does not mention other windows if the answer was given here', async () => {
  const emit = conversation(asked());
  const card = await screen.findByRole('group', { name: 'Run this command?' });
  await userEvent.click(within(card).getByRole('button', { name: /^Allow/ }));
  emit([...settlement(request, confirmResponse(), { resolvedBy: 'ada' }), ...ran()]);
  expect(screen.getByText('allowed by you')).toBeVisible();
  expect(screen.queryByText('in another window')).toBeNull();
});

test('pending requests outside of the transcript are shown below it', async () => {
  conversation([runStarted({ external: true }), ...suspension(request)]);
  expect(await screen.findByRole('group', { name: 'Run this command?' })).toBeVisible();
});

test('renders nothing for a message without calls', () => {
  const { container } = renderCard(
    <ToolCall.List message={message()} session={{ calls: undefined, pending: [] }} />,
  );
  expect(container).toBeEmptyDOMElement();
});

test('links to the audit trail and to the rules of a call, if the page supports them', async () => {
  const verdict = { decision: 'allowed', step: 'allow_rule', reason: 'Matched', rule } as const;
  const led: unknown[] = [];
  renderCard(
    <ToolCall.Row
      record={recordIn([...proposed(), judged(verdict), ...ran()])}
      onAuditSelect={({ runId, toolCallId }) => led.push([runId, toolCallId])}
      onRuleSelect={(pattern) => led.push(pattern)}
    />,
  );
  await userEvent.click(screen.getByText('Ran'));
  await userEvent.click(await screen.findByRole('button', { name: 'Audit trail' }));
  await userEvent.click(screen.getByRole('button', { name: `Show rule ${rule}` }));
  expect(led).toEqual([['run_1', 'call_1'], rule]);
});

test('offers no links without handlers', async () => {
  const verdict = { decision: 'allowed', step: 'allow_rule', reason: 'Matched', rule } as const;
  renderCard(<ToolCall.Row record={recordIn([...proposed(), judged(verdict), ...ran()])} />);
  await userEvent.click(screen.getByText('Ran'));
  expect(screen.queryByRole('button', { name: /Audit|rule/ })).toBeNull();
});
