import { useSyncExternalStore } from 'react';
import { useSettings } from '../internal/settings.ts';
import { subscribeToSeconds } from '../internal/ticker.ts';

const never = (): (() => void) => () => {};

/**
 * Whether a time has passed on the server's clock. Rerenders once, when it has. `false` while
 * rendering on a server.
 */
export function useOverdue(expiresAt: string | undefined): boolean {
  const { now } = useSettings();
  // Without a time this is NaN, so the comparison is false.
  const deadline = Date.parse(expiresAt ?? '');
  return useSyncExternalStore(
    expiresAt === undefined ? never : subscribeToSeconds,
    () => now() >= deadline,
    () => false,
  );
}
