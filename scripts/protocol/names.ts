import type * as z from 'zod';
import { NAMED } from '../../packages/protocol/src/openapi/components.ts';
import { EVENT_DATA } from '../../packages/protocol/src/run/event.ts';
import { originsOf } from './shape.ts';

const names = new Map<z.core.$ZodType, string>(
  [...Object.entries(NAMED), ...Object.entries(EVENT_DATA)].map(([name, schema]) => [schema, name]),
);

/** The name of an object of the wire, or the type of the event whose data a schema is. */
export function nameOf(schema: z.core.$ZodType): string | undefined {
  const origin = originsOf(schema).find((one) => names.has(one));
  return origin && names.get(origin);
}
