'use client';
import type { DraftRetention } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useSettings } from './settings.ts';

/**
 * A value that a person is making up for a request. It survives unmounting and a reload, and is the
 * same in every place that shows the request; with `page` it ends with the page, with `never` it lives
 * in this component alone and dies with it.
 */
export function useDraft<T>(
  request: Pick<InteractionRequest, 'id' | 'expires_at'>,
  field: string,
  initial: T,
  keep: DraftRetention['keep'] | 'never' = 'tab',
): [value: T, set: (value: T) => void] {
  const { drafts } = useSettings();
  const { id, expires_at: expiresAt } = request;
  const [own, setOwn] = useState<T>(initial);
  const kept = useSyncExternalStore(
    drafts.subscribe,
    () => drafts.get(id, field) as T | undefined,
    // A server knows no tab, and hydration has to begin with what it sent.
    () => undefined,
  );
  const set = useCallback(
    (value: T) =>
      keep === 'never' ? setOwn(value) : drafts.set(id, field, value, { keep, expiresAt }),
    [drafts, id, field, expiresAt, keep],
  );
  return [keep === 'never' ? own : kept === undefined ? initial : kept, set];
}
