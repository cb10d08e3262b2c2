'use client';
import { useSyncExternalStore } from 'react';
import { useSettings } from '../internal/settings.ts';
import { subscribeToSeconds } from '../internal/ticker.ts';

const never = (): (() => void) => () => {};

/**
 * Whether a time is over, by the server's clock. Renders again once: when it is. `false` while
 * rendering on a server.
 */
export function useOverdue(expiresAt: string | undefined): boolean {
  const { now } = useSettings();
  // Without a time this is NaN, which nothing is past.
  const deadline = Date.parse(expiresAt ?? '');
  return useSyncExternalStore(
    expiresAt === undefined ? never : subscribeToSeconds,
    () => now() >= deadline,
    () => false,
  );
}
