import { authorizationRequest } from '@hitl/protocol/testing';
import { createEvent, fireEvent, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Batch } from '../index.ts';
import { PendingRequests } from '../pending-requests/index.ts';
import { focusNext } from './focus-next.ts';
import { renderCard } from './testing.fixture.tsx';

const two = [0, 1].map((index) =>
  authorizationRequest({
    id: `int_${index}`,
    message_id: 'm',
    risk_level: 'low',
    batch: { index, size: 2 },
  }),
);
const found = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(selector),
];

/** The cards of a batch, of which the first one is open. */
const cards = (): HTMLElement[] => found('[data-request]');

/** Their lines: that of a folded card takes the focus instead of it. */
const lines = (): HTMLElement[] => found('[data-hitl-part="batch-line"]');

/** Presses a key on the focused element, `delayMs` after now. */
function type(key: string, delayMs: number): void {
  const target = document.activeElement as HTMLElement;
  const event = createEvent.keyDown(target, { key });
  const timeStamp = event.timeStamp + delayMs;
  fireEvent(target, Object.defineProperty(event, 'timeStamp', { value: timeStamp }));
}

test('a letter right after the focus moved does not answer the next card', () => {
  const respond = vi.fn();
  renderCard(
    <div data-hitl-part="pending-requests">
      <Batch.Panel requests={two} onRespond={respond} />
    </div>,
  );
  expect(focusNext(cards()[0] as HTMLElement, 60_000)).toBe(true);
  expect(lines()[1]).toHaveFocus();
  type('a', 0);
  expect(respond).not.toHaveBeenCalled();
  type('a', 61_000);
  expect(respond).toHaveBeenCalledOnce();
});

test('moves to the next card, else back to an earlier one, else to the composer', () => {
  const { rerender } = renderCard(
    <>
      <PendingRequests requests={two} onRespond={() => {}} />
      <textarea data-hitl-composer="" />
    </>,
  );
  focusNext(cards()[1] as HTMLElement, 0);
  expect(cards()[0]).toHaveFocus();
  rerender(<textarea data-hitl-composer="" />);
  focusNext(document.body, 0);
  expect(screen.getByRole('textbox')).toHaveFocus();
  rerender(<p>Nothing</p>);
  expect(focusNext(document.body, 0)).toBe(false);
});

test('a disabled composer takes no focus', () => {
  renderCard(<textarea disabled data-hitl-composer="" />);
  expect(focusNext(document.body, 0)).toBe(false);
});

test('another card of the same request is not next', () => {
  renderCard(
    <>
      <PendingRequests requests={two.slice(1)} onRespond={() => {}} />
      <PendingRequests requests={two.slice(1)} onRespond={() => {}} />
      <textarea data-hitl-composer="" />
    </>,
  );
  focusNext(cards()[0] as HTMLElement, 0);
  expect(screen.getByRole('textbox')).toHaveFocus();
});
