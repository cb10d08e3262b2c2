import { problem, type Problem, type ProblemCode } from '@hitl/protocol/endpoints';

/** An expected outcome: a value, or the problem for the HTTP response. */
export type Result<T> = { readonly ok: true; readonly value: T } | Failure;

/** An expected failure, with its problem. */
export interface Failure {
  readonly ok: false;
  readonly problem: Problem;
}

export function success<T>(value: T): Result<T> {
  return { ok: true, value };
}

export function failure(
  code: ProblemCode,
  detail: string,
  extensions?: Parameters<typeof problem>[2],
): Failure {
  return { ok: false, problem: problem(code, detail, extensions) };
}

/** The result with another value, or the same failure. */
export function mapped<T, U>(result: Result<T>, change: (value: T) => U): Result<U> {
  return result.ok ? success(change(result.value)) : result;
}
