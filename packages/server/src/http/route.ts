import type * as z from 'zod';
import type { CamelKeys } from '../base/camel-keys.ts';
import { success, type Result } from '../base/result.ts';
import { preferredAnswer } from './accept.ts';
import { readBody } from './body.ts';
import type { Call, Edge, Endpoint } from './endpoint.ts';
import { readIdempotencyKey } from './headers.ts';
import { json } from './problems.ts';
import { readQuery } from './query.ts';

/** What an endpoint reads from a request, in this order; the first problem is the response. */
export interface Input<Query extends object, Body> {
  /**
   * Whether it responds with an event stream, which needs a free slot: `by default`: unless the
   * caller prefers JSON; `on request`: if the caller prefers events. Default: never.
   */
  readonly events?: 'always' | 'by default' | 'on request';
  /** Whether it takes an `Idempotency-Key`. */
  readonly takesKey?: true;
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** The parameter of the path that the body repeats, or leaves out. */
  readonly repeats?: string;
}

/** A request, with what its endpoint reads from it. */
export interface Read<Query, Body> extends Omit<Call, 'query'> {
  readonly wantsEvents: boolean;
  /** The `Idempotency-Key`, for the engine. */
  readonly key: { readonly idempotencyKey?: string };
  readonly query: CamelKeys<Query>;
  readonly body: Body;
}

/** An endpoint, from what it reads and what it does; a value that is no response is sent as JSON. */
export function route<Query extends object = object, Body = undefined>(
  edge: Edge,
  input: Input<Query, Body>,
  act: (read: Read<Query, Body>) => Result<unknown> | Promise<Result<unknown>>,
): Endpoint {
  const { events, takesKey, repeats } = input;
  const format = events === 'on request' ? 'application/json' : 'text/event-stream';
  return async (call) => {
    const { headers } = call.request;
    const wantsEvents =
      events === 'always' ||
      (events !== undefined &&
        preferredAnswer(headers.get('accept'), format) === 'text/event-stream');
    const admitted = wantsEvents ? call.slots.check() : success(null);
    if (!admitted.ok) return admitted;
    const key = takesKey === true ? readIdempotencyKey(headers) : success({});
    if (!key.ok) return key;
    const query = readQuery(input.query, call.query);
    if (!query.ok) return query;
    const repeated = repeats === undefined ? undefined : ([repeats, call.param(repeats)] as const);
    const body = await readBody(call.request, input.body, edge, repeated);
    if (!body.ok) return body;
    const read = { ...call, wantsEvents, key: key.value, query: query.value, body: body.value };
    const result = await act(read);
    if (!result.ok) return result;
    return success(result.value instanceof Response ? result.value : json(200, result.value));
  };
}
