'use client';
import { useSyncExternalStore } from 'react';
import { useSettings } from '../internal/settings.ts';
import { subscribeToSeconds } from '../internal/ticker.ts';
import { useFormat } from '../messages/use-format.ts';

const never = (): (() => void) => () => {};

/** The last tenth of the time, but not less than 10 s and not more than a minute. */
function urgentFrom(expiresAt: string, createdAt: string): number {
  const whole = (Date.parse(expiresAt) - Date.parse(createdAt)) / 1000;
  return Math.min(60, Math.max(10, whole / 10 || 0));
}

/** What is left of a request’s time, in words. */
export interface TimeLeft {
  /** In the person's language: `4 min`, `45 sec`. */
  words: string;
  /** The last tenth of the time has begun (at least 10 s, at most a minute before the end). */
  urgent: boolean;
}

/**
 * What is left of a request's time, in words, by the server's clock; `null`: it never expires. Renders
 * again when the words change, not each second.
 */
export function useTimeLeft(expiresAt: string | undefined, createdAt: string): TimeLeft | null {
  const { now } = useSettings();
  const { duration } = useFormat();
  const read = (): string | null => {
    const seconds = Math.ceil((Date.parse(expiresAt ?? '') - now()) / 1000);
    if (expiresAt === undefined || Number.isNaN(seconds)) return null;
    const sign = seconds <= urgentFrom(expiresAt, createdAt) ? '!' : ' ';
    return sign + duration(Math.max(0, seconds));
  };
  const text = useSyncExternalStore(
    expiresAt === undefined ? never : subscribeToSeconds,
    read,
    () => null,
  );
  return text === null ? null : { words: text.slice(1), urgent: text.startsWith('!') };
}
