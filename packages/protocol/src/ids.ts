import * as z from 'zod';
import { isId, isJsonObject, isTimestamp } from './formats.ts';
import { formatTime, parseTime } from './time.ts';

/**
 * An opaque id: 1 to 256 characters, without control characters and lone surrogates, not `.` or
 * `..`. Compare ids, never parse them.
 */
export const IdSchema: z.ZodType<string> = z
  .string()
  .refine(isId, 'must be an id of 1 to 256 characters without control characters')
  .meta({ minLength: 1, maxLength: 256 });

/** RFC 3339 with seconds and a zone; the server writes UTC with milliseconds. */
export const TimestampSchema: z.ZodType<string> = z
  .string()
  .refine(isTimestamp, 'must be an RFC 3339 time with a zone')
  .meta({ format: 'date-time' });

/** RFC 3339 with seconds and a zone, as a caller sends it; read as UTC with milliseconds. */
export const UtcTimestampSchema: z.ZodType<string> = TimestampSchema.transform(normalize);

/**
 * A time as people send it: RFC 3339, where a missing zone means UTC, or a date alone. Read as UTC
 * with milliseconds, so that times can be compared as texts.
 */
export const LenientTimestampSchema: z.ZodType<string> = z
  .string()
  .refine((text) => parseTime(text) !== null, 'must be an RFC 3339 time')
  .meta({ description: 'An RFC 3339 time; without a zone it is UTC.' })
  .transform(normalize);

function normalize(text: string): string {
  const time = parseTime(text);
  return time === null ? text : formatTime(time);
}

/**
 * A JSON object with any members. It is passed on unchanged, so that the same value is shown,
 * hashed and run, even with a member named `__proto__`.
 */
export const JsonObjectSchema: z.ZodType<Record<string, unknown>> = z
  .custom<Record<string, unknown>>(isJsonObject, 'must be an object')
  .meta({ type: 'object' });
