import { Uncheckable, type Work } from './work.ts';

/** The JSON Schema type of a value. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Whether a value is of a type. Whole numbers are integers, also if written as `1.0`. */
export function isOfType(value: unknown, type: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

/** The number of code points, as `minLength` and `maxLength` count. */
export function lengthOf(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0xdc00 && code <= 0xdfff && at > 0) {
      const before = text.charCodeAt(at - 1);
      if (before >= 0xd800 && before <= 0xdbff) continue;
    }
    length += 1;
  }
  return length;
}

/** Whether two values are equal as JSON, regardless of the order of members. */
export function sameValue(left: unknown, right: unknown, work: Work, keyword: string): boolean {
  work.spend(1 + (typeof left === 'string' ? left.length / 256 : 0), keyword);
  if (left === right) return true;
  if (typeof left !== 'object' || typeof right !== 'object') return false;
  if (left === null || right === null || Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  if (keys.length !== Object.keys(right).length) return false;
  return keys.every(
    (key) =>
      Object.hasOwn(right, key) &&
      sameValue(Reflect.get(left, key), Reflect.get(right, key), work, keyword),
  );
}

/** Canonical JSON: equal for two values if, and only if, they are equal as JSON. */
export function canonical(value: unknown, work: Work, keyword: string): string {
  work.spend(1 + (typeof value === 'string' ? value.length / 64 : 0), keyword);
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonical(item, work, keyword)).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) {
    return Object.is(value, -0) ? '0' : (JSON.stringify(value) ?? 'null');
  }
  const members = Object.entries(value)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonical(member, work, keyword)}`);
  return `{${members.join(',')}}`;
}

/** Whether a number is a multiple of another, computed with decimal digits: 0.3 is one of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [digits, scale] = decimal(value);
  const [step, stepScale] = decimal(divisor);
  const common = Math.max(scale, stepScale);
  // At most about 600 digits, for 1e308 and 1e-308.
  const left = digits * 10n ** BigInt(common - scale);
  return left % (step * 10n ** BigInt(common - stepScale)) === 0n;
}

/** A number as an integer and its number of decimal places. */
function decimal(value: number): [bigint, number] {
  const [coefficient = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? [digits, scale] : [digits * 10n ** BigInt(-scale), 0];
}

/** Returns the value of a keyword. A value of the wrong type makes the arguments uncheckable. */
export function wanted<T>(
  value: unknown,
  keyword: string,
  what: string,
  is: (value: unknown) => value is T,
): T {
  if (is(value)) return value;
  throw new Uncheckable(keyword, `is not ${what}`);
}
