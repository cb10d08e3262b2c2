const INSTANT =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** An instant as callers may pass it: milliseconds since 1970, RFC 3339, or a `Date`. */
export type Instant = number | string | Date;

/** The milliseconds since 1970 of an instant; `undefined` if it is not one. */
export function instantOf(instant: Instant): number | undefined {
  const given = instant instanceof Date ? instant.getTime() : instant;
  const milliseconds = typeof given === 'string' ? parseInstant(given) : given;
  return typeof milliseconds === 'number' && !Number.isNaN(milliseconds) ? milliseconds : undefined;
}

/**
 * The milliseconds since 1970 of an RFC 3339 time, a date (its first instant) or a time without a
 * zone, which is UTC. `undefined` when it cannot be read, also for the 31st of June.
 */
export function parseInstant(text: string): number | undefined {
  const match = INSTANT.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '', zone] = match;
  const midnight = Date.UTC(Number(year), Number(month) - 1, Number(day));
  if (new Date(midnight).getUTCDate() !== Number(day) || Number(month) > 12) return undefined;
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return undefined;
  const milliseconds = Math.floor(Number(`0.${fraction}0`) * 1000);
  const clock = ((Number(hour) * 60 + Number(minute)) * 60 + Number(second)) * 1000;
  return midnight + clock + milliseconds - offset(zone);
}

function offset(zone: string | undefined): number {
  if (zone === undefined || zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}
