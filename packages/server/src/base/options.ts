import { didYouMean } from './closest.ts';
import { invalidOption } from './invalid-option.ts';
import { isObject } from './is-object.ts';

/** The names of all options of a type, as the names of members. The compiler reports an option that is not listed. */
export type OptionNames<Options> = Readonly<Record<keyof Options, unknown>>;

/**
 * Refuses unknown options, because a misspelled one would silently be ignored.
 * @throws HitlError `invalid_option` that names the option and the one probably meant.
 */
export function refuseUnknownOptions<Options extends object>(
  owner: string,
  options: Options,
  names: OptionNames<Options>,
): void {
  if (!isObject(options)) {
    throw invalidOption(`${owner} takes an object of options, not ${show(options)}.`);
  }
  const known = Object.keys(names);
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const all = known.toSorted().join(', ');
    throw invalidOption(
      `${owner} has no option "${name}".${didYouMean(name, known)} It takes: ${all}.`,
    );
  }
}

/**
 * Refuses a value that is not an object with these functions, such as a promise of one.
 * @throws HitlError `invalid_option`.
 */
export function refuseUnlike(
  owner: string,
  option: string,
  value: unknown,
  functions: readonly string[],
): void {
  if (value === undefined || value === null) return;
  const member = (name: string): unknown =>
    typeof value === 'object' ? Reflect.get(value, name) : undefined;
  if (typeof member('then') === 'function') {
    throw invalidOption(`${option} of ${owner} is a promise: await it first (${option}: await …).`);
  }
  const missing = functions.filter((name) => typeof member(name) !== 'function');
  if (missing.length === 0) return;
  throw invalidOption(
    `${option} of ${owner} is ${show(value)}, which lacks the functions ${missing.join(', ')}.`,
  );
}

/**
 * Refuses values that an option does not accept.
 * @throws HitlError `invalid_option`.
 */
export function refuseOther(
  owner: string,
  option: string,
  value: unknown,
  values: readonly string[],
): void {
  if (value === undefined || values.some((known) => known === value)) return;
  const known = values.join(', ');
  const meant = typeof value === 'string' ? didYouMean(value, values) : '';
  throw invalidOption(`${option} of ${owner} is ${show(value)}.${meant} It takes: ${known}.`);
}

function show(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return value === null || typeof value !== 'object' ? JSON.stringify(value) : 'an object';
}
