'use client';
import { useSettings } from '../internal/settings.ts';

/** Writes durations and times in the provider's language. */
export interface Format {
  /** The one or two largest units: `4 min`, `45 sec`, `2 hr`. */
  readonly duration: (seconds: number) => string;
  /** The time of day, with the date where it is another day than `now`. */
  readonly time: (timestamp: string) => string;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Durations and times as people of the provider's locale write them. */
export function useFormat(): Format {
  const { locale, now } = useSettings();
  return {
    duration(seconds) {
      const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1];
      return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(
        Math.round(seconds / size),
      );
    },
    time(timestamp) {
      const date = new Date(timestamp);
      if (Number.isNaN(date.getTime())) return '';
      const today = new Date(now()).toDateString() === date.toDateString();
      return new Intl.DateTimeFormat(locale, {
        timeStyle: 'short',
        ...(!today && { dateStyle: 'medium' as const }),
      }).format(date);
    },
  };
}
