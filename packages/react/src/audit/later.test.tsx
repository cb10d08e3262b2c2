import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { later } from './later.tsx';
import { deferred } from '../internal/testing.fixture.tsx';

const Whole = ({ name }: { name: string }) => <p>whole {name}</p>;
const Small = ({ name }: { name: string }) => <p>small {name}</p>;

test('shows the fallback until the component is there, with the same props', async () => {
  const { promise, resolve } = deferred<typeof Whole>();
  const Part = later(() => promise, Small);
  render(<Part name="card" />);
  expect(screen.getByText('small card')).toBeVisible();
  await act(async () => resolve(Whole));
  expect(screen.getByText('whole card')).toBeVisible();
});

test('fetches once, however often it is shown', async () => {
  const load = vi.fn(async () => Whole);
  const Part = later(load, Small);
  await act(async () => {
    render(
      <>
        <Part name="a" />
        <Part name="b" />
      </>,
    );
  });
  expect(screen.getByText('whole a')).toBeVisible();
  expect(screen.getByText('whole b')).toBeVisible();
  expect(load).toHaveBeenCalledOnce();
});

test('keeps the fallback when fetching fails, and tries again the next time', async () => {
  const load = vi.fn<() => Promise<typeof Whole>>().mockRejectedValueOnce(new Error('offline'));
  load.mockResolvedValue(Whole);
  const Part = later(load, Small);
  const { unmount } = render(<Part name="card" />);
  await act(async () => {});
  expect(screen.getByText('small card')).toBeVisible();
  unmount();
  await act(async () => {
    render(<Part name="card" />);
  });
  expect(screen.getByText('whole card')).toBeVisible();
});
