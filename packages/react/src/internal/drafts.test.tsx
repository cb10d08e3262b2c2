import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createDrafts } from './drafts.ts';
import { SettingsContext, defaultSettings } from './settings.ts';
import { useDraft } from './use-draft.ts';
import './testing.fixture.tsx';

function within(drafts = createDrafts()) {
  return {
    drafts,
    wrapper: ({ children }: { children: React.ReactNode }) => (
      <SettingsContext value={{ ...defaultSettings, drafts }}>{children}</SettingsContext>
    ),
  };
}

test('keeps a value by request and field, and tells who listens', () => {
  const drafts = createDrafts();
  const listener = vi.fn();
  const stop = drafts.subscribe(listener);
  drafts.set('a', 'text', 'one');
  drafts.set('b', 'text', 'two');
  expect(drafts.get('a', 'text')).toBe('one');
  expect(drafts.get('a', 'note')).toBeUndefined();
  drafts.clear('a');
  expect(drafts.get('a', 'text')).toBeUndefined();
  expect(drafts.get('b', 'text')).toBe('two');
  stop();
  drafts.set('b', 'text', 'three');
  expect(listener).toHaveBeenCalledTimes(3);
});

test('forgets the oldest request beyond its limit', () => {
  const drafts = createDrafts(2);
  for (const id of ['a', 'b', 'c']) drafts.set(id, 'text', id);
  expect(['a', 'b', 'c'].map((id) => drafts.get(id, 'text'))).toEqual([undefined, 'b', 'c']);
});

test('outlives the component, and is the same in every place that shows the request', () => {
  const { wrapper } = within();
  const first = renderHook(() => useDraft('int_1', 'text', ''), { wrapper });
  const second = renderHook(() => useDraft('int_1', 'text', ''), { wrapper });
  act(() => first.result.current[1]('typed'));
  expect(second.result.current[0]).toBe('typed');
  first.unmount();
  const again = renderHook(() => useDraft('int_1', 'text', ''), { wrapper });
  expect(again.result.current[0]).toBe('typed');
});

test('REQ-DC-17 keeps a secret in its component alone', () => {
  const { drafts, wrapper } = within();
  const { result, unmount } = renderHook(() => useDraft('int_1', 'text', '', true), { wrapper });
  act(() => result.current[1]('hunter2'));
  expect(result.current[0]).toBe('hunter2');
  expect(drafts.get('int_1', 'text')).toBeUndefined();
  unmount();
  const again = renderHook(() => useDraft('int_1', 'text', '', true), { wrapper });
  expect(again.result.current[0]).toBe('');
});
