import { Uncheckable, type Work } from './work.ts';

/** The name that JSON Schema has for what a value is. */
export function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Whether a value is of a type: whole numbers are integers, however they are written. */
export function isOfType(value: unknown, type: unknown): boolean {
  return type === 'integer' ? Number.isInteger(value) : typeOf(value) === type;
}

/** Code points, as `minLength` and `maxLength` count. */
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

/** Whether two values are the same JSON, whatever the order of their members. */
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

/** Text that two values share if, and only if, they are the same JSON. */
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

/** Whether a number is a whole multiple, by its digits: 0.3 is one of 0.1. */
export function isMultipleOf(value: number, divisor: number): boolean {
  const [digits, scale] = decimal(value);
  const [step, stepScale] = decimal(divisor);
  const common = Math.max(scale, stepScale);
  // 1e308 of 1e-308 has six hundred digits, and more there are not.
  const left = digits * 10n ** BigInt(common - scale);
  return left % (step * 10n ** BigInt(common - stepScale)) === 0n;
}

/** A number as digits and how many of them are behind the point. */
function decimal(value: number): [bigint, number] {
  const [coefficient = '0', exponent = '0'] = String(Math.abs(value)).split('e');
  const [whole = '0', fraction = ''] = coefficient.split('.');
  const scale = fraction.length - Number(exponent);
  const digits = BigInt(whole + fraction);
  return scale >= 0 ? [digits, scale] : [digits * 10n ** BigInt(-scale), 0];
}

/** A keyword's value that has to be of a kind, else nothing can be said about the arguments. */
export function wanted<T>(
  value: unknown,
  keyword: string,
  what: string,
  is: (value: unknown) => value is T,
): T {
  if (is(value)) return value;
  throw new Uncheckable(keyword, `is not ${what}`);
}
