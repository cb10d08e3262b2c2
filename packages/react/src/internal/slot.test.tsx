import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef } from 'react';
import { expect, test, vi } from 'vitest';
import { mergedRef, Slot } from './slot.tsx';
import './testing.fixture.tsx';

test('adds up classes and styles, and lets the child have the last word on the rest', () => {
  render(
    <Slot {...{ className: 'ours', style: { order: 1, opacity: 0.5 }, title: 'ours', id: 'ours' }}>
      <a href="#x" className="theirs" style={{ order: 2 }} title="theirs">
        Link
      </a>
    </Slot>,
  );
  const link = screen.getByRole('link');
  expect(link).toHaveClass('ours', 'theirs');
  expect(link).toHaveStyle({ order: '2', opacity: '0.5' });
  expect(link).toHaveAttribute('title', 'theirs');
  expect(link).toHaveAttribute('id', 'ours');
});

test('runs both handlers, the child’s first', async () => {
  const order: string[] = [];
  render(
    <Slot {...{ onClick: () => order.push('ours') }}>
      <button type="button" onClick={() => order.push('theirs')}>
        Press
      </button>
    </Slot>,
  );
  await userEvent.click(screen.getByRole('button'));
  expect(order).toEqual(['theirs', 'ours']);
});

test('sets both refs, and clears them when the element leaves', () => {
  const ours = createRef<HTMLElement>();
  const theirs = vi.fn();
  const { unmount } = render(
    <Slot {...{ ref: ours }}>
      <p ref={theirs}>Text</p>
    </Slot>,
  );
  const element = screen.getByText('Text');
  expect(ours.current).toBe(element);
  expect(theirs).toHaveBeenLastCalledWith(element);
  unmount();
  expect(ours.current).toBeNull();
  expect(theirs).toHaveBeenLastCalledWith(null);
});

test('runs the clean-up that a ref returns in place of a call with null', () => {
  const cleanup = vi.fn();
  const ref = vi.fn(() => cleanup);
  mergedRef(ref, undefined, null)('node')();
  expect(ref.mock.calls).toEqual([['node']]);
  expect(cleanup).toHaveBeenCalledOnce();
});

test('says what is wrong where there is not one element', () => {
  const silenced = vi.spyOn(console, 'error').mockImplementation(() => {});
  expect(() => render(<Slot>text</Slot>)).toThrow(/one element/);
  silenced.mockRestore();
});
