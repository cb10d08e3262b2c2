import type * as z from 'zod';
import { NAMED } from '../../packages/protocol/src/openapi/components.ts';
import { TYPES } from '../../packages/protocol/src/openapi/schemas.ts';
import { EVENT_DATA } from '../../packages/protocol/src/run/event.ts';
import { originsOf } from './shape.ts';

const names = new Map<z.core.$ZodType, string>(
  Object.entries({ ...EVENT_DATA, ...TYPES, ...NAMED }).map(([name, schema]) => [schema, name]),
);

/** The name of an object or type of the HTTP API, or of the event whose data a schema describes. */
export function nameOf(schema: z.core.$ZodType): string | undefined {
  const origin = originsOf(schema).find((one) => names.has(one));
  return origin && names.get(origin);
}
