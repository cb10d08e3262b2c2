/** How many levels of objects and lists a value may have that is kept: what the wire takes too. */
export const MAX_DEPTH = 64;

/** Whether a value is no deeper than what the log, the wire and every reader can take. */
export function isShallow(value: unknown, depth: number = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((member) => isShallow(member, depth - 1));
}
