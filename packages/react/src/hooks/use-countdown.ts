'use client';
import { useSyncExternalStore } from 'react';
import { useSettings } from '../internal/settings.ts';
import { subscribeToSeconds } from '../internal/ticker.ts';

const never = (): (() => void) => () => {};

function parse(time: string | undefined): number | undefined {
  if (time === undefined) return undefined;
  const value = Date.parse(time);
  return Number.isNaN(value) ? undefined : value;
}

/** What is left of a request’s time, in numbers. */
export interface Countdown {
  /** Whole seconds left, rounded up; never negative. */
  seconds: number;
  /** The last tenth of the time has begun (at least 10 s, at most a minute before the end). */
  urgent: boolean;
}

/** What is left of a request's time, by the server's clock, each second. `null`: it never expires. */
export function useCountdown(expiresAt: string | undefined, createdAt?: string): Countdown | null {
  const { now } = useSettings();
  const deadline = parse(expiresAt);
  const seconds = useSyncExternalStore(
    deadline === undefined ? never : subscribeToSeconds,
    () => (deadline === undefined ? null : Math.max(0, Math.ceil((deadline - now()) / 1000))),
    () => null,
  );
  if (seconds === null || deadline === undefined) return null;
  const whole = (deadline - (parse(createdAt) ?? deadline)) / 1000;
  return { seconds, urgent: seconds <= Math.min(60, Math.max(10, whole / 10)) };
}
