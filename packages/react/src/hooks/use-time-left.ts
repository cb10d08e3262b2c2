'use client';
import { timeLeft } from '@hitl/client/view';
import { useSyncExternalStore } from 'react';
import { useSettings } from '../internal/settings.ts';
import { subscribeToSeconds } from '../internal/ticker.ts';
import { useFormat } from '../messages/use-format.ts';

const never = (): (() => void) => () => {};

/** Result of `useTimeLeft`: remaining time of a request, as text. */
export interface TimeLeft {
  /** In the person's language: `4 min`, `45 sec`. */
  words: string;
  /** The last tenth of the time has begun (at least 10 s, at most a minute before the end). */
  urgent: boolean;
}

/**
 * Remaining time of a request as text, on the server's clock; `null`: it never expires. Rerenders
 * when the text changes, not each second.
 */
export function useTimeLeft(expiresAt: string | undefined, createdAt: string): TimeLeft | null {
  const { now } = useSettings();
  const { duration } = useFormat();
  const read = (): string | null => {
    const left = timeLeft(expiresAt, createdAt, now());
    return left && (left.urgent ? '!' : ' ') + duration(left.seconds);
  };
  const text = useSyncExternalStore(
    expiresAt === undefined ? never : subscribeToSeconds,
    read,
    () => null,
  );
  return text === null ? null : { words: text.slice(1), urgent: text.startsWith('!') };
}
