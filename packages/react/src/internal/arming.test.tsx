import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useArming } from './arming.ts';
import './testing.fixture.tsx';

const at = (offset: number) => ({ timeStamp: new Event('now').timeStamp + offset });

test('takes a press soon after the card appeared for one that was meant for something else', () => {
  const { result } = renderHook(() => useArming('int_1', 60_000));
  expect(result.current(at(0))).toBe(false);
  expect(result.current(at(60_001))).toBe(true);
});

test('arms anew when the card becomes another one', () => {
  const { result, rerender } = renderHook(({ id }) => useArming(id, 60_000), {
    initialProps: { id: 'int_1' },
  });
  const later = at(60_001);
  expect(result.current(later)).toBe(true);
  rerender({ id: 'int_1' });
  expect(result.current(later)).toBe(true);
  rerender({ id: 'int_2' });
  expect(result.current(at(0))).toBe(false);
});

test('is off at zero', () => {
  const { result } = renderHook(() => useArming('int_1', 0));
  expect(result.current({ timeStamp: -1 })).toBe(true);
});
