import type { Issue, Problem } from './generated/types.ts';
import { PROBLEMS, type ProblemCode } from './problem-codes.ts';

/** Builds a problem body; status and title follow from the code. */
export function problem(
  code: ProblemCode,
  detail: string,
  extensions: { errors?: readonly Issue[]; [extension: string]: unknown } = {},
): Problem {
  const { status, title } = PROBLEMS[code];
  return { type: `urn:hitl:problem:${code}`, title, status, code, detail, ...extensions };
}

/** Whether a parsed body is a HITL problem. */
export function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false;
  const { code, detail, status } = value as Partial<Problem>;
  return (
    typeof code === 'string' &&
    Object.hasOwn(PROBLEMS, code) &&
    typeof detail === 'string' &&
    typeof status === 'number'
  );
}
