import { parseTime } from './time.ts';

const ID = /^(?!\.\.?$)[^\0-\x1f\x7f-\x9f\ud800-\udfff]{1,256}$/u;
const RFC3339 = /^.{10}T\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/**
 * Whether a value can be an id: 1 to 256 characters, without control characters and lone
 * surrogates, which databases cannot keep; not `.` or `..`, which URLs cannot carry.
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

/** Whether a value is an RFC 3339 time with seconds and a zone. */
export function isTimestamp(value: unknown): value is string {
  return typeof value === 'string' && RFC3339.test(value) && parseTime(value) !== null;
}

/** Whether a value is a JSON object, and not an array or `null`. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
