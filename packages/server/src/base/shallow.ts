/** Maximum nesting of objects and arrays in HTTP bodies and in stored values. */
export const MAX_DEPTH = 64;

/** Whether a value is nested no deeper than the log, HTTP bodies and readers allow. */
export function isShallow(value: unknown, depth: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1));
}
