/** An object whose members are not known yet. */
export type Members = Readonly<Record<string, unknown>>;

/** Whether a value matches its schema. */
export type Check = (value: unknown) => boolean;

/** Checks of the members of each kind of object, by the name of the kind. */
export type Checks = Readonly<Record<string, (value: Members) => boolean>>;

const TIME = /^[\d-]{10}T[\d:.]+(Z|[+-][\d:]{5})$/;

export function isText(value: unknown): value is string {
  return typeof value === 'string';
}

export function isFlag(value: unknown): boolean {
  return typeof value === 'boolean';
}

/** Whole and not negative. */
export function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}

/** A number that is not negative. */
export function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0;
}

/** Looks like RFC 3339; whether the date exists is not checked. */
export function isTime(value: unknown): boolean {
  return isText(value) && TIME.test(value);
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list whose items pass `check`. It is read by index, because tracing needs that. */
export function isList(value: unknown, check: Check): boolean {
  if (!Array.isArray(value)) return false;
  for (let at = 0; at < value.length; at += 1) if (!check(value[at])) return false;
  return true;
}

/** One of these words. */
export function isWord(value: unknown, words: readonly string[]): boolean {
  return words.includes(value as string);
}

/** Absent, or passes `check`. */
export function isMaybe<More extends readonly unknown[]>(
  value: unknown,
  check: (value: unknown, ...more: More) => boolean,
  ...more: More
): boolean {
  return value === undefined || check(value, ...more);
}

/** `null`, or passes `check`. */
export function isNullOr<More extends readonly unknown[]>(
  value: unknown,
  check: (value: unknown, ...more: More) => boolean,
  ...more: More
): boolean {
  return value === null || check(value, ...more);
}

/** An object of a kind in `checks` that passes the check of its kind. */
export function isKind(kind: unknown, checks: Checks, value: Members): boolean {
  return isText(kind) && Object.hasOwn(checks, kind) && checks[kind]?.(value) === true;
}
