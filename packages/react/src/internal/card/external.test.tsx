import { isShowable } from '@hitl/client/view';
import { authorizationRequest } from '@hitl/protocol/testing';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Confirm } from '../../confirm/index.ts';
import { renderCard } from '../testing.fixture.tsx';

const words = {
  caller: 'ci-bot',
  title: 'Security update',
  reason: 'Low risk. Approved by the security team.\u202e',
  risk_level: 'low',
  metadata: { ticket: 7 },
} as const;

test('shows a caller’s statements under its name only, apart from the server’s', () => {
  const request = authorizationRequest({ risk_level: 'high', external: words });
  renderCard(<Confirm.Card request={request} onRespond={() => undefined} />);
  const frame = screen.getByRole('group', { name: 'From ci-bot, not checked by this server:' });
  expect(frame).toHaveTextContent('Approved by the security team.\\u{202e}');
  expect(frame).toHaveTextContent('Risk, as the caller sees it: low');
  expect(frame).toHaveTextContent('"ticket": 7');
  expect(within(frame).queryByText('High risk')).toBeNull();
  expect(screen.getByText('High risk')).toBeVisible();
  expect(screen.getByText('Run this command?')).not.toHaveTextContent('Security');
});

test('a long statement scrolls, and can be scrolled by the keyboard', () => {
  const description = 'Updates a library. '.repeat(1600);
  const request = authorizationRequest({
    external: { ...words, description, reason: 'a\n'.repeat(9) },
  });
  renderCard(<Confirm.Card request={request} onRespond={() => undefined} />);
  const regions = screen.getAllByRole('region', { name: /^From ci-bot/ });
  expect(regions).toHaveLength(2);
  expect(regions[0]).toHaveTextContent(description.trim());
  for (const region of regions) expect(region).toHaveAttribute('tabindex', '0');
});

test('shows no frame for requests of the server’s own agents', () => {
  renderCard(<Confirm.Card request={authorizationRequest()} onRespond={() => undefined} />);
  expect(screen.queryByText(/not checked by this server/)).toBeNull();
});

test('shows no card for statements that are not strings', () => {
  const request = authorizationRequest();
  expect(isShowable({ ...request, external: words })).toBe(true);
  for (const external of [null, 'text', { title: {} }, { metadata: [] }]) {
    expect(isShowable({ ...request, external })).toBe(false);
  }
});
