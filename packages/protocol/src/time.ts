const ZONE = /(?:[zZ]|[+-]\d{2}:?\d{2})$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?/;

/**
 * Milliseconds since the epoch of an RFC 3339 time, or `null` when it cannot be read.
 * A time without a zone is UTC.
 */
export function parseTime(text: string): number | null {
  if (!DATE_TIME.test(text)) return null;
  const dated = text.length === 10 ? `${text}T00:00:00` : text;
  const value = Date.parse(ZONE.test(dated) && text.length > 10 ? dated : `${dated}Z`);
  return Number.isNaN(value) ? null : value;
}

/** An instant as the wire writes it: RFC 3339, UTC, milliseconds. */
export function formatTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
