/** Formats durations and times for one locale. */
export interface Format {
  /** The one or two largest units: `4 min`, `45 sec`, `2 hr`. */
  readonly duration: (seconds: number) => string;
  /** Duration of an operation: `1.2 sec`, and from ten seconds on like `duration`. */
  readonly elapsed: (seconds: number) => string;
  /** The time of day, with the date unless it is today. */
  readonly time: (timestamp: string) => string;
  /** Date and time to the second, for records. */
  readonly moment: (timestamp: string) => string;
  /** The date alone, and the time of day to the second. */
  readonly day: (timestamp: string) => string;
  readonly clock: (timestamp: string) => string;
}

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Formatters are expensive to create, and a long list needs the same one for each entry. */
const formats = new Map<string, Intl.DateTimeFormat>();
const durations = new Map<string, Intl.NumberFormat>();

function durationOf(locale: string | undefined, unit: string): Intl.NumberFormat {
  const key = [locale, unit].join(' ');
  const format =
    durations.get(key) ??
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      unitDisplay: 'short',
      maximumFractionDigits: 1,
    });
  durations.set(key, format);
  return format;
}

function formatOf(
  locale: string | undefined,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const { dateStyle, timeStyle } = options;
  const key = [locale, dateStyle, timeStyle].join(' ');
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

/**
 * Creates formatters of durations and times. `locale`: a BCP 47 tag, default the machine's. `now`:
 * the server's time in milliseconds since the epoch, to tell today from other days.
 */
export function createFormat(locale: string | undefined, now: () => number): Format {
  const write = (timestamp: string, options: Intl.DateTimeFormatOptions): string => {
    const date = new Date(timestamp);
    if (Number.isNaN(date.getTime())) return '';
    // Arabic dates contain direction marks, which are shown as escapes elsewhere.
    return formatOf(locale, options)
      .format(date)
      .replace(/\p{Cf}/gu, '');
  };
  const duration = (seconds: number): string => {
    const [unit, size] = UNITS.find(([, each]) => seconds >= each) ?? ['second', 1];
    return durationOf(locale, unit).format(Math.round(seconds / size));
  };
  return {
    duration,
    elapsed: (seconds) =>
      seconds < 9.95 ? durationOf(locale, 'second').format(seconds) : duration(seconds),
    time(timestamp) {
      const today = new Date(now()).toDateString() === new Date(timestamp).toDateString();
      return write(timestamp, {
        timeStyle: 'short',
        ...(!today && { dateStyle: 'medium' as const }),
      });
    },
    moment: (timestamp) => write(timestamp, { dateStyle: 'medium', timeStyle: 'medium' }),
    day: (timestamp) => write(timestamp, { dateStyle: 'medium' }),
    clock: (timestamp) => write(timestamp, { timeStyle: 'medium' }),
  };
}
