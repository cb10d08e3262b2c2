import { useSyncExternalStore } from 'react';

/** Content beside a conversation: nothing, a second person, or ways to break it. */
export type Beside = 's' | 'two' | 'break';

/** The current location in the demo. */
export interface Place {
  /** `null` on the start screen. */
  readonly sessionId: string | null;
  readonly beside: Beside;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The location in the address. */
export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const [, beside, id] = /^#\/(s|two|break)\/(.+)$/.exec(hash) ?? [];
  return {
    sessionId: id === undefined ? null : decodeURIComponent(id),
    beside: beside === 'two' || beside === 'break' ? beside : 's',
  };
}

/** Navigates to a session, or to the start screen. */
export function goTo(sessionId: string | null, beside: Beside = 's'): void {
  window.location.hash = sessionId === null ? '#/' : `#/${beside}/${encodeURIComponent(sessionId)}`;
}
