import { IdSchema, queryOf } from '@hitl/protocol';
import type { EndpointName } from '@hitl/protocol/endpoints';
import * as z from 'zod';
import { camelKeys, type CamelKeys } from '../base/camel-keys.ts';
import { success, type Result } from '../base/result.ts';
import { invalid, parse } from './problems.ts';

/** Refuses unknown and repeated query parameters, naming the known ones. */
export function checkQuery(name: EndpointName, query: URLSearchParams): Result<null> {
  const known: readonly string[] = queryOf(name);
  const takes = known.length === 0 ? 'it takes none' : `it takes ${known.join(', ')}`;
  const wrong = [...new Set(query.keys())].flatMap((path) => {
    if (!known.includes(path)) {
      return [{ path, message: `is not a query parameter of this endpoint; ${takes}` }];
    }
    return query.getAll(path).length > 1 ? [{ path, message: 'is given more than once' }] : [];
  });
  return wrong.length === 0 ? success(null) : invalid('The query', wrong);
}

/** Parses the query of a request into options with camelCase names; none without a schema. */
export function readQuery<T extends object>(
  schema: z.ZodType<T> | undefined,
  query: URLSearchParams,
): Result<CamelKeys<T>> {
  if (schema === undefined) return success({} as CamelKeys<T>);
  const read = parse(schema, Object.fromEntries(query), 'The query');
  return read.ok ? success(camelKeys(read.value)) : read;
}

/** A whole number within limits. */
export function whole(from: number, to: number, message: string): z.ZodType<number, string> {
  return z
    .string()
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .pipe(z.int().min(from, message).max(to, message));
}

/** An id that may be absent. */
export const optionalId: z.ZodExactOptional<typeof IdSchema> = z.exactOptional(IdSchema);

/** The page of a list. */
export const PAGE: {
  readonly limit: z.ZodDefault<z.ZodType<number, string>>;
  readonly cursor: z.ZodExactOptional<z.ZodString>;
} = {
  limit: whole(1, 200, 'must be a whole number from 1 to 200').default(50),
  cursor: z.exactOptional(z.string().min(1).max(4096)),
};
