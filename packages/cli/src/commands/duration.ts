const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Parses `500ms`, `10s`, `2m`, `1h` or a number of seconds into milliseconds; `null` for anything
 * else.
 */
export function parseDuration(text: string): number | null {
  const match = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)?$/.exec(text);
  const unit = UNITS[match?.[2] ?? 's'];
  if (match === null || unit === undefined) return null;
  return Math.round(Number(match[1]) * unit);
}
