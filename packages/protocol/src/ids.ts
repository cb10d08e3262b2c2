import * as z from 'zod';
import { parseTime } from './time.ts';

/** An opaque id: 1 to 256 characters without control characters. Compare it, never take it apart. */
export const IdSchema: z.ZodType<string> = z
  .string()
  .regex(/^[^\u0000-\u001f\u007f]{1,256}$/u, 'must be an id of 1 to 256 characters');

/** RFC 3339 with a zone; the server writes UTC with milliseconds. */
export const TimestampSchema: z.ZodType<string> = z.iso.datetime({ offset: true });

/** A time as people send it: RFC 3339, where a missing zone means UTC. */
export const LenientTimestampSchema: z.ZodType<string> = z
  .string()
  .refine((text) => parseTime(text) !== null, 'must be an RFC 3339 time');

/** A JSON object with any members. */
export const JsonObjectSchema: z.ZodType<Record<string, unknown>> = z.record(
  z.string(),
  z.unknown(),
);
