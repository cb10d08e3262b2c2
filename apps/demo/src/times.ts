import { useEffect, useState } from 'react';

const MINUTE_MS = 60_000;

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', MINUTE_MS],
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });

/** Formats how long ago something happened, kept up to date while the page is open. */
export function useAgo(): { readonly now: number; readonly ago: (timestamp: string) => string } {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return {
    now,
    ago(timestamp) {
      const since = now - Date.parse(timestamp);
      const unit = UNITS.find(([, size]) => since >= size);
      return unit === undefined
        ? 'just now'
        : // “2 min ago”, without a full stop after the unit.
          relative.format(-Math.floor(since / unit[1]), unit[0]).replace('.', '');
    },
  };
}

/** Whether a time is today. */
export function isToday(timestamp: string, now: number): boolean {
  return new Date(timestamp).toDateString() === new Date(now).toDateString();
}
