import { useSyncExternalStore } from 'react';

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

/** The session that the address names; `null` on the start screen. */
export function useSessionId(): string | null {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  const [, id] = /^#\/s\/(.+)$/.exec(hash) ?? [];
  return id === undefined ? null : decodeURIComponent(id);
}

/** Goes to a session, or to the start screen. */
export function goTo(sessionId: string | null): void {
  window.location.hash = sessionId === null ? '#/' : `#/s/${encodeURIComponent(sessionId)}`;
}
