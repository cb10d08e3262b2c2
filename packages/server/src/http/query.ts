import {
  IdSchema,
  queryOf,
  RunStatusSchema,
  type InteractionStatus,
  type RunStatus,
} from '@hitl/protocol';
import type { EndpointName } from '@hitl/protocol/endpoints';
import * as z from 'zod';
import { camelKeys, type CamelKeys } from '../base/camel-keys.ts';
import { success, type Result } from '../base/result.ts';
import type { PageQuery } from '../store/store.ts';
import { invalid, parse } from './problems.ts';

/** Refuses unknown query parameters, naming the known ones. */
export function checkQuery(name: EndpointName, query: URLSearchParams): Result<null> {
  const known: readonly string[] = queryOf(name);
  const unknown = [...new Set(query.keys())].filter((key) => !known.includes(key));
  if (unknown.length === 0) return success(null);
  const takes = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`;
  return invalid(
    'The query',
    unknown.map((path) => ({
      path,
      message: `is not a query parameter of this endpoint; ${takes}`,
    })),
  );
}

/** Parses the query of a request into options with camelCase names. */
export function readQuery<T extends object>(
  schema: z.ZodType<T>,
  query: URLSearchParams,
): Result<CamelKeys<T>> {
  const read = parse(schema, Object.fromEntries(query), 'The query');
  return read.ok ? success(camelKeys(read.value)) : read;
}

const whole = (from: number, to: number, message: string): z.ZodType<number, string> =>
  z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.int().min(from, message).max(to, message));

const page = {
  limit: whole(1, 200, 'must be a whole number from 1 to 200').default(50),
  cursor: z.exactOptional(z.string().min(1).max(4096)),
};
const id = z.exactOptional(IdSchema);

/** The query of `GET /runs`. */
export const RunListSchema: z.ZodType<PageQuery & { session_id?: string; status?: RunStatus }> =
  z.object({ ...page, session_id: id, status: z.exactOptional(RunStatusSchema) });

/** The query of `GET /runs/{id}/audit`. */
export const AuditQuerySchema: z.ZodType<{ verify?: boolean }> = z.object({
  verify: z.exactOptional(
    z.enum(['true', 'false'], 'must be true or false').transform((text) => text === 'true'),
  ),
});

/** The query of `GET /sessions`. */
export const SessionListSchema: z.ZodType<PageQuery & { user_id?: string }> = z.object({
  ...page,
  user_id: id,
});

/** The query of `GET /interactions`. */
export const InteractionListSchema: z.ZodType<
  PageQuery & {
    status?: InteractionStatus;
    run_id?: string;
    session_id?: string;
    user_id?: string;
    tool_call_id?: string;
  }
> = z.object({
  ...page,
  status: z.exactOptional(z.enum(['pending', 'answered', 'expired', 'cancelled', 'superseded'])),
  run_id: id,
  tool_call_id: id,
  session_id: id,
  user_id: id,
});

/** The query of `GET /interactions/events`. */
export const InboxSchema: z.ZodType<{ session_id?: string; user_id?: string }> = z.object({
  session_id: id,
  user_id: id,
});

/** The query of `GET /interactions/{id}`: seconds to wait for a settlement. */
export const WaitSchema: z.ZodType<{ wait: number }> = z.object({
  wait: whole(0, 60, 'must be a whole number of seconds, at most 60').default(0),
});

/** The query of `GET /runs/{id}/events`. */
export const RunEventsSchema: z.ZodType<{ after?: number }> = z.object({
  after: z.exactOptional(
    whole(0, Number.MAX_SAFE_INTEGER, 'must be the seq of an event, a whole number'),
  ),
});
