import type * as z from 'zod';
import { isObject } from '../base/is-object.ts';
import { failure, success, type Result } from '../base/result.ts';
import { checkJson } from './json-check.ts';
import { misspelledMembers } from './misspelled-members.ts';
import { invalid, parse } from './problems.ts';

/** Limits of a body. */
export interface BodyLimits {
  readonly maxBodyBytes: number;
}

/**
 * Reads a JSON body by a schema: `unsupported_media_type`, `payload_too_large` or `invalid_request`.
 * `repeated`: a member that repeats a path parameter: if absent, it is filled in; a different value
 * is `invalid_request`. Without a schema, nothing is read.
 */
export async function readBody<T>(
  request: Request,
  schema: z.ZodType<T> | undefined,
  limits: BodyLimits,
  repeated?: readonly [name: string, expected: string],
): Promise<Result<T>> {
  if (schema === undefined) return success(undefined as T);
  const read = await readJson(request, limits);
  if (!read.ok) return read;
  const { value } = read;
  if (repeated === undefined) return parseBody(schema, value);
  const [name, expected] = repeated;
  if (!isObject(value)) return parseBody(schema, value);
  const whole = { [name]: expected, ...value };
  if (whole[name] === expected) return parseBody(schema, whole);
  return invalid('The body', [
    { path: name, message: `differs from the path, which has ${expected}` },
  ]);
}

function parseBody<T>(schema: z.ZodType<T>, value: unknown): Result<T> {
  const misspelled = misspelledMembers(schema, value);
  return misspelled.length === 0
    ? parse(schema, value, 'The body')
    : invalid('The body', misspelled);
}

async function readJson(request: Request, limits: BodyLimits): Promise<Result<unknown>> {
  const media = checkMedia(request.headers);
  if (!media.ok) return media;
  const chunks = await readChunks(request, limits.maxBodyBytes);
  if (!chunks.ok) return chunks;
  let text = '';
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for (const chunk of chunks.value) text += decoder.decode(chunk, { stream: true });
    text += decoder.decode();
  } catch {
    return invalid('The body', [{ path: '', message: 'is not UTF-8' }]);
  }
  const unfit = checkJson(text);
  if (unfit !== null) return invalid('The body', [{ path: '', message: unfit }]);
  try {
    return success(JSON.parse(text) as unknown);
  } catch {
    const message = text.trim() === '' ? 'is empty' : 'is not JSON';
    return invalid('The body', [{ path: '', message }]);
  }
}

const JSON_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/**
 * HTML forms cannot send this type, and scripts need a preflight for it across origins: half of the
 * CSRF protection.
 */
function checkMedia(headers: Headers): Result<null> {
  const type = headers.get('content-type') ?? '';
  if (!JSON_TYPE.test(type.trim())) {
    const what = type === '' ? 'no content type' : type;
    return failure('unsupported_media_type', `The body has ${what}, not application/json.`);
  }
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return failure('unsupported_media_type', `Bodies encoded with ${encoding} are not supported.`);
  }
  return success(null);
}

const RECEIVED = new WeakMap<Request, number>();

/**
 * Number of bytes of the body that were read. A request without a body counts what it declares: the
 * body of another request that it is made for.
 */
export function receivedBytes(request: Request): number {
  const declared = request.method === 'GET' ? Number(request.headers.get('content-length')) : 0;
  return RECEIVED.get(request) ?? (declared > 0 ? declared : 0);
}

/** Stops reading at the limit, whatever `content-length` says. */
async function readChunks(request: Request, limit: number): Promise<Result<Uint8Array[]>> {
  const tooLarge = failure('payload_too_large', `The body is larger than ${limit} bytes.`);
  if (Number(request.headers.get('content-length')) > limit) return tooLarge;
  // Firefox has no `body` of a request. In a page, where the core can run too, the whole body is in
  // memory anyway.
  const { body = (await request.blob()).stream() } = request as Partial<Pick<Request, 'body'>>;
  if (body === null) return success([]);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      RECEIVED.set(request, size);
      if (size > limit) {
        void reader.cancel().catch(() => undefined);
        return tooLarge;
      }
      chunks.push(value);
    }
  } catch {
    return invalid('The body', [{ path: '', message: 'was cut off' }]);
  }
  return success(chunks);
}
