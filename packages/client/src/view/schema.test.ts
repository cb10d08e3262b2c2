import { expect, test } from 'vitest';
import {
  hidesSecret,
  initialOf,
  isNullable,
  kindOf,
  membersOf,
  plainOf,
  without,
} from './schema.ts';
import { readNumber } from './typed-values.ts';

test.each([
  [{ type: 'string' }, 'x', 'title', 'line'],
  [{ type: 'string' }, 'a\nb', 'title', 'text'],
  [{ type: 'string' }, 'x', 'content', 'text'],
  [{ type: 'integer' }, 5, 'n', 'number'],
  [{ type: 'boolean' }, true, 'b', 'boolean'],
  [{ enum: ['a', 1] }, 1, 'e', 'enum'],
  [{ type: 'array' }, [], 'l', 'array'],
  [{ type: 'object' }, {}, 'o', 'object'],
  [{ properties: {} }, {}, 'o', 'object'],
  [{ type: ['string', 'null'] }, 'x', 's', 'line'],
  [{ type: ['string', 'number'] }, 'x', 's', 'line'],
  [{ type: 'string' }, 5, 's', 'json'],
  [{ type: 'object' }, [], 'o', 'json'],
  [{ oneOf: [{ type: 'string' }] }, 5, 'x', 'number'],
  [{}, null, 'x', 'json'],
  [{ type: ['string', 'null'] }, null, 's', 'null'],
  [{ type: 'string' }, null, 's', 'json'],
  [{ const: 'a' }, 'a', 'c', 'enum'],
  [{ anyOf: [{ type: 'object' }, { type: 'array' }] }, {}, 'u', 'json'],
  [{ anyOf: [{ type: 'string' }, { type: 'number' }] }, 'x', 'u', 'line'],
])('edits %o with the value %o, named %s, by the right control', (schema, value, name, kind) => {
  expect(kindOf(schema, value, name)).toBe(kind);
});

test.each([
  ['5', {}, 5],
  ['-0.5', {}, -0.5],
  ['1e3', {}, 1000],
  [' 7 ', {}, 7],
  ['', {}, undefined],
  ['5 apples', {}, undefined],
  ['0x10', {}, undefined],
  ['NaN', {}, undefined],
  ['1e400', {}, undefined],
  ['12345678901234567890', {}, undefined],
  ['1.5', { type: 'integer' }, undefined],
  ['+.5', {}, 0.5],
  ['5.e3', { type: 'integer' }, 5000],
  ['1.10', {}, 1.1],
  ['-0', {}, undefined],
  ['1e-400', {}, undefined],
  ['0.1234567890123456789', {}, undefined],
  ['9007199254740993', {}, undefined],
  ['90071992547409930000', {}, undefined],
  ['1e25', {}, 1e25],
])('parses %o under %o as %o', (text, schema, number) => {
  const read = readNumber(text, schema);
  expect('value' in read ? read.value : undefined).toBe(number);
});

test('lists the members of the schema in its order, then the others', () => {
  const schema = { properties: { b: { type: 'string' }, a: {} }, required: ['a'] };
  expect(membersOf(schema, { extra: 1, b: 'x' })).toEqual([
    { name: 'b', schema: { type: 'string' }, required: false, present: true },
    { name: 'a', schema: {}, required: true, present: false },
    { name: 'extra', schema: {}, required: false, present: true },
  ]);
});

test('treats a member named like a method of objects as a member', () => {
  expect(membersOf({}, JSON.parse('{"constructor":1,"__proto__":2}'))).toMatchObject([
    { name: 'constructor', schema: {}, present: true },
    { name: '__proto__', schema: {}, present: true },
  ]);
});

test.each([
  [{ default: 3 }, 3],
  [{ enum: ['a'] }, 'a'],
  [{ type: 'integer', minimum: 2 }, 2],
  [{ type: 'boolean' }, false],
  [{ type: 'array' }, []],
  [{ type: 'object', required: ['n'], properties: { n: { type: 'number' }, x: {} } }, { n: 0 }],
  [{ type: 'string' }, ''],
])('has for %o the initial value %o', (schema, value) => {
  expect(initialOf(schema)).toEqual(value);
});

test('removes a member and keeps the order', () => {
  expect(Object.keys(without({ a: 1, b: 2, c: 3 }, 'b'))).toEqual(['a', 'c']);
});

test.each([
  ['a reference', { $ref: '#/$defs/A', title: 'T' }, { type: 'string', title: 'T' }],
  ['a reference to nothing', { $ref: '#/$defs/constructor' }, {}],
  ['a reference to elsewhere', { $ref: 'https://example.com/a.json' }, {}],
  [
    'one alternative and null',
    { anyOf: [{ $ref: '#/$defs/A' }, { type: 'null' }], default: null },
    { type: ['string', 'null'], default: null },
  ],
  ['one wrapped', { allOf: [{ $ref: '#/$defs/A' }] }, { type: 'string' }],
  ['constants', { oneOf: [{ const: 1 }, { const: 'b' }] }, { enum: [1, 'b'] }],
  ['constants and null', { oneOf: [{ const: 1 }, { type: 'null' }] }, { enum: [1, null] }],
])('simplifies %s', (_, schema, plain) => {
  expect(plainOf(schema, { $defs: { A: { type: 'string' } } })).toEqual(plain);
});

test('keeps several shapes, and stops at a circular reference', () => {
  const shapes = { oneOf: [{ type: 'string' }, { type: 'object' }] };
  expect(plainOf(shapes, {})).toEqual(shapes);
  expect(plainOf({ $ref: '#' }, { $ref: '#' })).toEqual({});
});

test.each([
  [{ type: 'null' }, true],
  [{ type: ['integer', 'null'] }, true],
  [{ type: 'integer' }, false],
  [{}, false],
])('tells for %o whether null is allowed: %o', (schema, nullable) => {
  expect(isNullable(schema)).toBe(nullable);
});

const NAMES = 'a b c d e f g h i j'.split(' ');

/** A schema with ten members that all refer to the schema itself. */
const ring = {
  type: 'object',
  required: NAMES,
  properties: Object.fromEntries(NAMES.map((name) => [name, { $ref: '#' }])),
};

test('finds secrets in members that refer to each other, and terminates', () => {
  expect(hidesSecret(ring, ring)).toBe(false);
  const { properties } = ring;
  const secret = { ...ring, properties: { ...properties, k: { format: 'password' } } };
  expect(hidesSecret(secret, secret)).toBe(true);
});

test('creates a finite initial value if required members require themselves', () => {
  expect(JSON.stringify(initialOf(ring, ring)).length).toBeLessThan(10_000);
  expect(initialOf(ring, ring)).toHaveProperty('a.a.a');
});
