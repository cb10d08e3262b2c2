import type { DraftRetention } from '@hitl/client';
import type { InteractionRequest } from '@hitl/protocol';
import { useCallback, useState, useSyncExternalStore } from 'react';
import { useSettings } from './settings.ts';

/**
 * An unsent value for a request. It survives unmounting and a reload, and is shared by all places
 * that show the request. With `keep: 'page'` it lasts as long as the page, with `never` as long as
 * this component.
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
    // On a server there is no tab, and hydration must start with the same value.
    () => undefined,
  );
  const set = useCallback(
    (value: T) =>
      keep === 'never' ? setOwn(value) : drafts.set(id, field, value, { keep, expiresAt }),
    [drafts, id, field, expiresAt, keep],
  );
  return [keep === 'never' ? own : kept === undefined ? initial : kept, set];
}
