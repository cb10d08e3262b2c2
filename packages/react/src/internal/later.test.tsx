import { act, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { later, preload } from './later.tsx';
import { deferred } from './testing.fixture.tsx';

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
  const Part = later(load);
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

test('renders the fallback on a server, so that hydration finds what it expects', async () => {
  const Part = later(async () => Whole, Small);
  await preload();
  expect(renderToString(<Part name="card" />)).toContain('small');
});

test('is whole from its first frame once it is preloaded', async () => {
  const Part = later(async () => Whole, Small);
  await preload();
  render(<Part name="card" />);
  expect(screen.getByText('whole card')).toBeVisible();
});

test('what tells which presses were meant for what is there comes before what pushes it away', async () => {
  const guard = deferred<typeof Small>();
  const Guard = later(() => guard.promise, undefined, true);
  const Part = later(async () => Whole);
  render(
    <>
      <Guard name="guard" />
      <Part name="card" />
    </>,
  );
  await act(async () => {});
  expect(screen.queryByText('whole card')).toBeNull();
  await act(async () => guard.resolve(Small));
  expect(screen.getByText('small guard')).toBeVisible();
  expect(screen.getByText('whole card')).toBeVisible();
});

test('a guard that cannot be fetched holds nothing up', async () => {
  const Guard = later(() => Promise.reject<typeof Small>(new Error('offline')), undefined, true);
  const Part = later(async () => Whole);
  await act(async () => {
    render(
      <>
        <Guard name="guard" />
        <Part name="card" />
      </>,
    );
  });
  expect(screen.getByText('whole card')).toBeVisible();
});
