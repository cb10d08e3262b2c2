import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inexactNumberIn, isExactNumber, repeatedKeyIn } from './exact-number.ts';

test.each([
  '0',
  '1',
  '-1',
  '1.0',
  '1.50',
  '0.1',
  '-0.30000000000000004',
  '1e3',
  '1E+3',
  '1.5e-7',
  '9007199254740991',
  '9007199254740992',
  '1e21',
  '123456789012345680000',
  '5e-324',
  '1.7976931348623157e308',
  '0.0',
  '0e5',
  '100',
  '1e-7',
  '+5',
  '.5',
  '-.5e+3',
  '5.',
])('accepts %s', (text) => {
  expect(isExactNumber(text)).toBe(true);
});

test.each([
  '9007199254740993',
  '-9007199254740993',
  '123456789012345678901',
  '1e400',
  '-1e400',
  '1e-400',
  '-1e-400',
  '4e-324',
  '-0',
  '-0.0',
  '-0e3',
  '0.1000000000000000055511151231257827',
  '1.00000000000000001',
  '3.14159265358979323846',
  `1${'0'.repeat(500)}`,
  '',
  '.',
  '-',
  'e5',
  '+-5',
  'Infinity',
  'NaN',
])('rejects %s', (text) => {
  expect(isExactNumber(text)).toBe(false);
});

test('accepts whatever JavaScript has written', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
      expect(isExactNumber(JSON.stringify(value))).toBe(true);
    }),
  );
});

test('finds the number in JSON text, but not in its strings', () => {
  expect(inexactNumberIn('{"a":[1,{"b":9007199254740993}]}')).toBe('9007199254740993');
  expect(inexactNumberIn('{"a":"9007199254740993","\\"-0":"x\\\\","b":1.5}')).toBe(undefined);
  expect(inexactNumberIn('[-0]')).toBe('-0');
  expect(inexactNumberIn('{}')).toBe(undefined);
});

test.each([
  ['{"path":"a","path":"b"}', 'path'],
  ['[{"a":{"b":1}},{"a":{"b":1,"\\u0062" : 2}}]', 'b'],
  ['{"a":[{"a":1}],"\\"":1,"__proto__":1,"__proto__":2}', '__proto__'],
])('finds the key that %s has twice', (json, key) => {
  expect(repeatedKeyIn(json)).toBe(key);
});

test('a key may be in several objects, and the same text a value', () => {
  expect(repeatedKeyIn('{"a":{"a":"a"},"b":["b",":","{",{"a":1},{"a":2}],"c\\\\":"c"}')).toBe(
    undefined,
  );
});
