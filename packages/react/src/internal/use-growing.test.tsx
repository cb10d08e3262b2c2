import { act, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useGrowing } from './use-growing.ts';

const seen: number[] = [];

function List({ total }: { total: number }) {
  const count = useGrowing(total);
  const items = Array.from({ length: total }, (_, index) => <li key={index}>{index}</li>);
  const shown = items.slice(0, count);
  if (shown.length > (seen.at(-1) ?? 0)) seen.push(shown.length);
  return <ul>{shown}</ul>;
}

test('a long list starts with a screenful and is complete in the end', async () => {
  const { rerender } = render(<List total={10} />);
  expect(screen.getAllByRole('listitem')).toHaveLength(10);
  seen.length = 0;
  act(() => rerender(<List total={300} />));
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(300));
  expect(seen[0]).toBeLessThan(50);
  expect(seen.length).toBeGreaterThan(3);
});
