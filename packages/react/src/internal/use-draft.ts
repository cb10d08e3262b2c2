'use client';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useSettings } from './settings.ts';

/**
 * A value that a person is making up for a request. It survives unmounting and is the same in every
 * place that shows the request; a `secret` one lives in this component alone and dies with it.
 */
export function useDraft<T>(
  requestId: string,
  field: string,
  initial: T,
  secret = false,
): [value: T, set: (value: T) => void] {
  const { drafts } = useSettings();
  const [own, setOwn] = useState<T>(initial);
  const kept = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.get(requestId, field) as T | undefined,
    () => undefined,
  );
  const keep = useCallback(
    (value: T) => drafts.set(requestId, field, value),
    [drafts, requestId, field],
  );
  return secret ? [own, setOwn] : [kept ?? initial, keep];
}
