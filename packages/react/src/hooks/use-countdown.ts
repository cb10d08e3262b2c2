'use client';
import { timeLeft, type Countdown } from '@hitl/client/view';
import { useSyncExternalStore } from 'react';
import { useSettings } from '../internal/settings.ts';
import { subscribeToSeconds } from '../internal/ticker.ts';

const never = (): (() => void) => () => {};

/**
 * Remaining time of a request on the server's clock, updated each second. `null`: it never expires.
 */
export function useCountdown(expiresAt: string | undefined, createdAt?: string): Countdown | null {
  const { now } = useSettings();
  const isEndless = timeLeft(expiresAt, createdAt, 0) === null;
  const seconds = useSyncExternalStore(
    isEndless ? never : subscribeToSeconds,
    () => timeLeft(expiresAt, createdAt, now())?.seconds ?? null,
    () => null,
  );
  return seconds === null ? null : timeLeft(expiresAt, createdAt, now());
}
