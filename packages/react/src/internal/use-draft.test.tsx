import { createDrafts } from '@hitl/client';
import { inputRequest, testTime } from '@hitl/protocol/testing';
import { act, renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { SettingsContext, defaultSettings } from './settings.ts';
import { useDraft } from './use-draft.ts';
import './testing.fixture.tsx';

function within(drafts = createDrafts({ storage: null })) {
  return {
    drafts,
    wrapper: ({ children }: { children: React.ReactNode }) => (
      <SettingsContext value={{ ...defaultSettings, drafts }}>{children}</SettingsContext>
    ),
  };
}

const request = inputRequest({ id: 'int_1', expires_at: testTime(60) });

test('outlives the component, and is shared by all places that show the request', () => {
  const { wrapper } = within();
  const first = renderHook(() => useDraft(request, 'text', ''), { wrapper });
  const second = renderHook(() => useDraft(request, 'text', ''), { wrapper });
  act(() => first.result.current[1]('typed'));
  expect(second.result.current[0]).toBe('typed');
  first.unmount();
  const again = renderHook(() => useDraft(request, 'text', ''), { wrapper });
  expect(again.result.current[0]).toBe('typed');
});

test('is kept as long as requested', () => {
  const { drafts, wrapper } = within();
  const set = vi.spyOn(drafts, 'set');
  const { result } = renderHook(() => useDraft(request, 'text', '', 'page'), { wrapper });
  act(() => result.current[1]('typed'));
  expect(set.mock.calls).toEqual([
    ['int_1', 'text', 'typed', { keep: 'page', expiresAt: testTime(60) }],
  ]);
});

test('keeps a secret in its component only', () => {
  const { drafts, wrapper } = within();
  const { result, unmount } = renderHook(() => useDraft(request, 'text', '', 'never'), { wrapper });
  act(() => result.current[1]('hunter2'));
  expect(result.current[0]).toBe('hunter2');
  expect(drafts.get('int_1', 'text')).toBeUndefined();
  unmount();
  const again = renderHook(() => useDraft(request, 'text', '', 'never'), { wrapper });
  expect(again.result.current[0]).toBe('');
});
