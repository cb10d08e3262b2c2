import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useArming } from './arming.ts';
import './testing.fixture.tsx';

const at = (offset: number) => ({ timeStamp: new Event('now').timeStamp + offset });

test('ignores a press right after the card appeared', () => {
  const { result } = renderHook(() => useArming('int_1', 60_000));
  expect(result.current(at(0))).toBe(false);
  expect(result.current(at(60_001))).toBe(true);
});

test('is armed again when the card shows another call', () => {
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
