import { render, screen } from '@testing-library/react';
import { createRef, type ReactElement, type Ref } from 'react';
import { expect, test, vi } from 'vitest';
import { useMergedRef } from './merged-ref.ts';
import './testing.fixture.tsx';

function Both({
  ours,
  theirs,
}: {
  ours: Ref<HTMLElement>;
  theirs?: Ref<HTMLElement>;
}): ReactElement {
  return <p ref={useMergedRef(ours, theirs)}>Text</p>;
}

test('sets both refs, and clears them when the element leaves', () => {
  const ours = createRef<HTMLElement>();
  const theirs = vi.fn();
  const { unmount } = render(<Both ours={ours} theirs={theirs} />);
  const element = screen.getByText('Text');
  expect(ours.current).toBe(element);
  expect(theirs).toHaveBeenLastCalledWith(element);
  unmount();
  expect(ours.current).toBeNull();
  expect(theirs).toHaveBeenLastCalledWith(null);
});

test('calls the cleanup function of a ref instead of passing null', () => {
  const cleanup = vi.fn();
  const ref = vi.fn(() => cleanup);
  render(<Both ours={ref} />).unmount();
  expect(ref).toHaveBeenCalledOnce();
  expect(cleanup).toHaveBeenCalledOnce();
});
