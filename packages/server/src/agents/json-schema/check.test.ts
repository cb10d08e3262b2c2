import { Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { createRandom } from '../../testing/random.ts';
import { checkValue } from './check.ts';

const fits = (schema: Record<string, unknown>, value: unknown): boolean =>
  checkValue(schema, value).length === 0;

/** Processor time in milliseconds, which hardly depends on how busy the machine is. */
function costOf(work: () => unknown): number {
  const begin = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(begin);
  return (user + system) / 1000;
}

const A = 'a'.repeat(100_000);

/** Each of these takes a backtracking or comparing checker seconds, years, or forever. */
const EVIL: readonly (readonly [string, Record<string, unknown>, unknown])[] = [
  ...[
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|aa)+$',
    '(x+x+)+y',
    '^(([a-z])+.)+[A-Z]([a-z])+$',
    '^(?=(a+)+$).*$',
    '(.*)*(.*)*(.*)*!',
    '^(a?){1000}a{1000}$',
    'a{1000}'.repeat(300),
    '((a{100}){100}){100}',
    '^(?:\\w+\\s?)+$',
    '(a*)*\\1',
    '[\\p{L}\\p{N}]{1000}'.repeat(200),
  ].map((pattern) => [`pattern ${pattern.slice(0, 30)}`, { pattern }, `${A}!`] as const),
  ['patternProperties', { patternProperties: { '^(a+)+$': true } }, { [`${A}!`]: 1 }],
  ['propertyNames', { propertyNames: { pattern: '^(a+)+$' } }, { [`${A}!`]: 1 }],
  ...[
    'email',
    'hostname',
    'uri',
    'uri-reference',
    'ipv6',
    'url',
    'date-time',
    'regex',
    'iri',
  ].flatMap((format) =>
    [
      `${A}!`,
      `http://${A}!`,
      `http://a/${'%61/'.repeat(1000)} `,
      ':'.repeat(4000),
      '('.repeat(999),
    ].map((text) => [`format ${format} ${text.slice(0, 12)}`, { format }, text] as const),
  ),
  ['uniqueItems', { uniqueItems: true }, Array.from({ length: 50_000 }, (_, n) => ({ n, v: [n] }))],
  [
    'enum',
    { items: { enum: Array.from({ length: 5000 }, (_, n) => [n]) } },
    Array.from({ length: 50_000 }, () => [-1]),
  ],
  [
    'items',
    { items: { allOf: Array.from({ length: 50 }, () => ({ type: 'number' })) } },
    Array(100_000).fill(1),
  ],
  [
    'contains',
    { contains: { contains: { const: 1 } } },
    Array.from({ length: 1000 }, () => Array.from({ length: 1000 }, () => 0)),
  ],
  ['$ref to itself', { $ref: '#' }, 1],
  ['$refs in a ring', { $ref: '#/$defs/a', $defs: { a: { allOf: [{ $ref: '#' }] } } }, 1],
  ['anyOf of anyOf', doubling('anyOf'), 1],
  ['oneOf of oneOf', doubling('oneOf'), 1],
  ['allOf of allOf', doubling('allOf'), 1],
  ['a tree that doubles', treeOf(), nested(60)],
  ['a deep schema', deep(5000), {}],
  [
    'a wide schema',
    { properties: Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [n, {}])) },
    {},
  ],
  ['multipleOf', { multipleOf: 5e-324 }, 1.7e308],
];

/** Thirty definitions, each of which refers to the next one twice. */
function doubling(keyword: string): Record<string, unknown> {
  const $defs = Object.fromEntries(
    Array.from({ length: 30 }, (_, n) => {
      const next = n === 29 ? { type: 'string' } : { $ref: `#/$defs/d${n + 1}` };
      return [`d${n}`, { [keyword]: [next, next] }];
    }),
  );
  return { $ref: '#/$defs/d0', $defs };
}

function treeOf(): Record<string, unknown> {
  const twice = [{ $ref: '#' }, { $ref: '#' }];
  return { properties: { x: { allOf: twice } } };
}

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level += 1) value = { x: value };
  return value;
}

function deep(depth: number): Record<string, unknown> {
  let schema: Record<string, unknown> = {};
  for (let level = 0; level < depth; level += 1) schema = { not: schema };
  return schema;
}

test.each(EVIL)('checks or refuses without delay: %s', (_, schema, value) => {
  checkValue({ type: 'object' }, {});
  // Tens of milliseconds here; minutes, years or forever elsewhere.
  expect(costOf(() => checkValue(schema, value))).toBeLessThan(5000);
});

test.each([
  ['pattern', { pattern: '(a*)*\\1' }, 'x'],
  ['pattern', { pattern: 'a{1000}'.repeat(50) }, 'x'],
  ['patternProperties', { patternProperties: { '(?<=a)b': true } }, { b: 1 }],
  ['$ref', { $ref: '#' }, 1],
  ['$ref', { $ref: '#/$defs/none' }, 1],
  ['$ref', { $ref: 'http://[' }, 1],
  ['anyOf', { anyOf: {} }, 1],
  ['type', { type: 5 }, 1],
  ['required', { required: 'a' }, {}],
  ['properties', { properties: [] }, {}],
  ['$dynamicRef', { $dynamicRef: '#x' }, {}],
  ['items', { items: 'x' }, [1]],
] as const)(
  'arguments that cannot be checked are invalid, and %s is named',
  (keyword, schema, value) => {
    const [issue] = checkValue(schema, value);
    expect(issue?.message).toMatch(/^cannot be checked against the schema: /);
    expect(issue?.message).toContain(keyword === 'items' ? 'schema' : keyword);
  },
);

test.each([
  [
    '^(?=.*[A-Z])(?=.*\\d)(?!.*\\s).{8,}$',
    ['Passw0rds', 'A1bcdefgh'],
    ['password1', 'Pass w0rds', 'A1'],
  ],
  // The pattern that zod generates for an email address.
  [
    String.raw`^(?!\.)(?!.*\.\.)([A-Za-z0-9_'+\-\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\-]*\.)+[A-Za-z]{2,}$`,
    ['ada@example.com'],
    ['.ada@example.com', 'a..b@example.com', 'ada'],
  ],
  ['^\\s*$', ['', ' \t\u00a0\u2003\v'], ['x', '\u200b']],
  ['^\\S+$', ['x', '\u200b'], ['\u00a0', '']],
  ['^.$', ['😀', 'x', '\u0085'], ['\n', '\u2028', 'xx']],
  ['^[^\\s.]+$', ['ab'], ['a\u3000b', 'a.b']],
  ['^\\p{Script=Greek}+$', ['αβγ'], ['abc']],
  ['^\\ud83d\\ude00$', ['😀'], ['\ud83d']],
  ['^[[]$', ['['], [']']],
  ['a|^(?=b)bc', ['xa', 'bc'], ['xbc']],
] as const)('a pattern says what it says in ECMAScript: %s', (pattern, good, bad) => {
  for (const text of [...good, ...bad]) {
    const expected = new RegExp(pattern, 'u').test(text);
    const issues = checkValue({ pattern }, text);
    const isRefused = issues.some(({ message }) => message.startsWith('cannot be checked'));
    expect(isRefused ? 'refused' : issues.length === 0).toBe(
      pattern.includes('|^') ? 'refused' : expected,
    );
  }
});

test('reports the path and the reason', () => {
  const schema = {
    type: 'object',
    properties: {
      env: { enum: ['test', 'live'] },
      tags: { type: 'array', items: { type: 'string', maxLength: 3 }, uniqueItems: true },
      count: { type: 'integer', minimum: 1 },
    },
    required: ['env', 'name'],
    additionalProperties: false,
  };
  const value = { env: 'prod', tags: ['long', 'a', 'a'], count: 0.5, other: 1 };
  expect(checkValue(schema, value)).toEqual([
    { path: 'name', message: 'is required' },
    { path: 'env', message: 'is not one of ["test","live"]' },
    { path: 'tags', message: 'has the same item at 1 and 2' },
    { path: 'tags.0', message: 'has 4 characters, more than 3' },
    { path: 'count', message: 'is of type number, not integer' },
    { path: 'count', message: '0.5 is not at least 1' },
    { path: 'other', message: 'is not allowed here' },
  ]);
});

/** Random schemas and values over a small alphabet, so that they often match. */
function generate(random: () => number) {
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(...values: readonly T[]): T => values[below(values.length)] as T;
  const leaf = (): unknown =>
    pick<unknown>(null, true, false, 0, 1, 2.5, -3, '', 'a', 'ab', 'b1', '2020-02-30');
  function value(depth: number): unknown {
    if (depth === 0 || random() < 0.4) return leaf();
    const count = below(4);
    if (random() < 0.5) return Array.from({ length: count }, () => value(depth - 1));
    return Object.fromEntries(
      Array.from({ length: count }, () => [pick('a', 'b', 'c'), value(depth - 1)]),
    );
  }
  function schema(depth: number): unknown {
    if (depth === 0) return pick<unknown>(true, false, {}, { type: 'string' }, { type: 'number' });
    const sub = (): unknown => schema(depth - 1);
    const subs = (): unknown[] => Array.from({ length: 1 + below(3) }, sub);
    const makers: readonly (() => Record<string, unknown>)[] = [
      () => ({ type: pick('object', 'array', 'string', 'number', 'integer', 'boolean', 'null') }),
      () => ({ type: [pick('object', 'array'), pick('string', 'integer')] }),
      () => ({ enum: [value(1), value(1), leaf()] }),
      () => ({ const: value(1) }),
      () => ({ minimum: pick(-3, 0, 1), exclusiveMaximum: pick(1, 3) }),
      () => ({ multipleOf: pick(0.5, 2, 0.1) }),
      () => ({ minLength: below(3), maxLength: below(4) }),
      () => ({ pattern: pick('^a', 'b$', '[0-9]', '^$', '^\\w+$', 'a|b', '(?:ab)?1') }),
      () => ({ format: pick('date', 'email', 'uuid', 'no such format') }),
      () => ({ minItems: below(3), maxItems: below(4), uniqueItems: true }),
      () => ({ minProperties: below(3), maxProperties: below(4) }),
      () => ({ required: [pick('a', 'b')], dependentRequired: { a: ['b'] } }),
      () => ({ properties: { a: sub(), b: sub() }, additionalProperties: sub() }),
      () => ({ patternProperties: { '^[ab]$': sub() }, propertyNames: { pattern: '^[a-c]$' } }),
      () => ({ prefixItems: subs(), items: sub() }),
      () => ({ contains: sub(), maxContains: 1 + below(2) }),
      () => ({ allOf: subs() }),
      () => ({ anyOf: subs() }),
      () => ({ oneOf: subs() }),
      () => ({ not: sub() }),
      () => Object.fromEntries(['if', 'then', 'else'].map((keyword) => [keyword, sub()])),
      () => ({ dependentSchemas: { a: sub() } }),
      () => ({ $ref: '#/$defs/one' }),
      () => ({ properties: { a: sub() }, unevaluatedProperties: false }),
      () => ({ prefixItems: [sub()], unevaluatedItems: false }),
    ];
    return Object.assign({}, ...Array.from({ length: 1 + below(3) }, () => pick(...makers)()));
  }
  const root = schema(3);
  // Referenced schemas contain no references, since the other checker would loop.
  const one = {
    type: pick('object', 'array', 'string', 'number'),
    ...(random() < 0.5 && { enum: [leaf(), value(1)] }),
  };
  const isObject = typeof root === 'object' && root !== null;
  return {
    schema: { ...(isObject ? root : {}), $defs: { one } } as Record<string, unknown>,
    value: value(3),
  };
}

test('agrees with another validator about thousands of schemas and values', () => {
  const seed = 20_260;
  const random = createRandom(seed);
  const counts = { fit: 0, unfit: 0 };
  for (let round = 0; round < 6000; round += 1) {
    const { schema, value } = generate(random);
    const expected = new Validator(structuredClone(schema), '2020-12', false).validate(value).valid;
    const said = JSON.stringify({ schema, value });
    expect(fits(schema, value), said).toBe(expected);
    counts[expected ? 'fit' : 'unfit'] += 1;
  }
  expect(Math.min(counts.fit, counts.unfit)).toBeGreaterThan(500);
});
