import { HitlError, problem, type Issue, type Problem } from '@hitl/protocol/endpoints';
import type * as z from 'zod';
import { given } from '../base/given.ts';
import { failure, success, type Result } from '../base/result.ts';
import { issuesOf, plainIssue } from '../base/plain-issue.ts';

const ENCODER = new TextEncoder();

/** Maximum number of issues in a response: a small body may have one in each of its elements. */
const MAX_ISSUES = 100;

/** JSON as bytes, for responses that are sent more than once. */
export function encodeJson(body: unknown): Uint8Array<ArrayBuffer> {
  return ENCODER.encode(JSON.stringify(body));
}

/** Whether a body is what `encodeJson` returns. */
function isBytes(body: unknown): body is Uint8Array<ArrayBuffer> {
  return body instanceof Uint8Array;
}

/** A JSON response, of a value or of its bytes. */
export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return response(status, 'application/json', body, headers);
}

/** A problem response (RFC 9457), with the headers that follow from the problem, and others. */
export function problemResponse(
  body: Problem,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const { status, code, retry_after: seconds } = body;
  const errors = body.errors?.slice(0, MAX_ISSUES);
  return response(
    status,
    'application/problem+json',
    { ...body, ...given({ errors }) },
    {
      ...(code === 'unauthenticated' && { 'www-authenticate': 'Bearer' }),
      ...(typeof seconds === 'number' && { 'retry-after': String(seconds) }),
      ...headers,
    },
  );
}

function response(
  status: number,
  type: string,
  body: unknown,
  headers: Readonly<Record<string, string>>,
): Response {
  const bytes = isBytes(body) ? body : encodeJson(body);
  return new Response(bytes, {
    status,
    headers: { ...headers, 'content-type': type, 'content-length': String(bytes.length) },
  });
}

/** The response to an internal error: only an id to find the error in the log. */
export function internalProblem(errorId: string): Problem {
  return problem('internal', `Internal server error. See ${errorId} in the server’s log.`, {
    error_id: errorId,
  });
}

/** The problem for a thrown error that the caller caused; `undefined` for other errors. */
export function problemOf(error: unknown): Problem | undefined {
  if (!HitlError.isInstance(error)) return undefined;
  switch (error.code) {
    case 'invalid_cursor':
      return problem('invalid_request', error.message, {
        errors: [{ path: 'cursor', message: 'is not a cursor of this list' }],
      });
    case 'commit_too_large':
    case 'rules_too_large':
      return problem('payload_too_large', error.message);
    default:
      return undefined;
  }
}

/** Parses a value with a schema; `what` names it in the problem. */
export function parse<T>(schema: z.ZodType<T>, value: unknown, what: string): Result<T> {
  const parsed = schema.safeParse(value, { error: plainIssue });
  return parsed.success ? success(parsed.data) : invalid(what, issuesOf(parsed.error));
}

/** The problem `invalid_request` with these issues. */
export function invalid(
  what: string,
  errors: readonly Issue[],
): { readonly ok: false; readonly problem: Problem } {
  const [first] = errors;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  return failure('invalid_request', `${what} is malformed: ${where}${first?.message ?? ''}`, {
    errors,
  });
}
