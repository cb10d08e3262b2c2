import { createFakeClient } from '@hitl/client/testing';
import { authorizationRequest, testTime } from '@hitl/protocol/testing';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { HitlProvider } from '../provider.tsx';
import { renderCard, renderWithClient } from '../internal/testing.fixture.tsx';
import { Confirm } from './index.ts';

const button = (name: string) => screen.getByRole('button', { name });
const remember = (name: string | RegExp, what: string) =>
  userEvent.selectOptions(screen.getByRole('combobox', { name }), what);

const NOW = Date.parse(testTime(0));
const after = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString();
const call = authorizationRequest({ risk_level: 'medium' });

test.each([
  ['Just this once', 'Allow once', { scope: 'once' }],
  ['This session', 'Allow for this session', { scope: 'session' }],
  ['For an hour', 'Allow for an hour', { scope: 'always', expires_at: after(1) }],
  ['For 30 days', 'Allow for 30 days', { scope: 'always', expires_at: after(720) }],
  ['Always', 'Always allow', { scope: 'always' }],
])('“%s” sets the button to “%s”, and the sent scope', async (term, name, sent) => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={call} onRespond={onRespond} />, {
    now: () => NOW,
  });
  await remember('Remember', term);
  await userEvent.click(button(name));
  expect(onRespond.mock.lastCall?.[0].remember).toEqual({
    ...sent,
    ...(sent.scope !== 'once' && { patterns: ['bash(npm run lint)'] }),
  });
});

test('a rule for today expires at the end of the day', async () => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={call} onRespond={onRespond} />, {
    now: () => NOW,
  });
  await remember('Remember', 'Today');
  await userEvent.click(button('Allow today'));
  const end = onRespond.mock.lastCall?.[0].remember.expires_at;
  const midnight = new Date(end);
  expect([midnight.getHours(), midnight.getMinutes()]).toEqual([0, 0]);
  expect(Date.parse(end) - NOW).toBeGreaterThan(0);
  expect(Date.parse(end) - NOW).toBeLessThanOrEqual(24 * 3_600_000);
});

test('a remembered denial says so, and for how long', async () => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={call} onRespond={onRespond} />, {
    now: () => NOW,
  });
  await userEvent.click(button('More actions'));
  await userEvent.click(screen.getByRole('button', { name: 'Always deny…' }));
  expect(screen.getByText('bash(npm run lint)')).toBeVisible();
  await remember('Remember the denial', 'For an hour');
  await userEvent.click(button('Deny for an hour'));
  expect(onRespond.mock.lastCall?.[0].remember).toEqual({
    scope: 'always',
    deny_patterns: ['bash(npm run lint)'],
    expires_at: after(1),
  });
});

const dangerous = authorizationRequest({
  risk_level: 'high',
  metadata: { suggestion_examples: { 'bash(npm run:*)': ['npm run deploy'] } },
});

test('a high-risk call is allowed once by one press', async () => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={dangerous} onRespond={onRespond} />);
  await userEvent.click(button('Allow once'));
  expect(onRespond).toHaveBeenCalledTimes(1);
});

test('a rule about a high-risk call needs a second press, next to what it would allow', async () => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={dangerous} onRespond={onRespond} />);
  await remember('Remember', 'Always');
  await userEvent.click(screen.getByRole('radio', { name: /npm run:/ }));
  await userEvent.click(button('Always allow'));
  expect(onRespond).not.toHaveBeenCalled();
  const step = screen.getByRole('group', { name: /would be allowed without asking you/ });
  expect(step).toHaveFocus();
  expect(step).toHaveTextContent('bash(npm run:*)');
  expect(step).toHaveTextContent('npm run deploy');
  await userEvent.click(button('Always allow'));
  expect(onRespond.mock.lastCall?.[0]).toMatchObject({
    action: 'approve',
    remember: { scope: 'always', patterns: ['bash(npm run:*)'] },
  });
});

test('the second half of a double click does not count', async () => {
  const onRespond = vi.fn();
  const card = (armingDelayMs: number) => (
    <HitlProvider armingDelayMs={armingDelayMs}>
      <Confirm.Card request={dangerous} onRespond={onRespond} />
    </HitlProvider>
  );
  const { rerender } = renderCard(card(0));
  await remember('Remember', 'Always');
  rerender(card(60_000));
  await userEvent.dblClick(button('Always allow'));
  expect(screen.getByRole('group', { name: /would be allowed/ })).toBeVisible();
  expect(onRespond).not.toHaveBeenCalled();
});

test('going back from the second step decides nothing and keeps the focus on the button', async () => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={dangerous} onRespond={onRespond} />);
  await remember('Remember', 'Always');
  await userEvent.click(button('Always allow'));
  await userEvent.click(button('Back'));
  expect(screen.queryByRole('group', { name: /would be allowed/ })).toBeNull();
  expect(button('Always allow')).toHaveFocus();
  expect(onRespond).not.toHaveBeenCalled();
});

test('another rule needs another confirmation', async () => {
  const onRespond = vi.fn();
  renderCard(<Confirm.Card request={dangerous} onRespond={onRespond} />);
  await remember('Remember', 'Always');
  await userEvent.click(button('Always allow'));
  await userEvent.click(screen.getByRole('radio', { name: /npm run:/ }));
  await userEvent.click(button('Always allow'));
  expect(onRespond).not.toHaveBeenCalled();
  expect(screen.getByRole('group', { name: /would be allowed/ })).toHaveTextContent(
    'bash(npm run:*)',
  );
});

test('the receipt shows when a rule expires', async () => {
  renderWithClient(createFakeClient(), <Confirm.Card request={call} />, {
    now: () => NOW,
  });
  await remember('Remember', 'For an hour');
  await userEvent.click(button('Allow for an hour'));
  expect(await screen.findByText(/^until .*: bash\(npm run lint\)$/)).toBeVisible();
});
