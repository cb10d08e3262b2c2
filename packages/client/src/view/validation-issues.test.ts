import { expect, test } from 'vitest';
import { validationIssuesOf, type ValidationIssue } from './validation-issues.ts';

const found = (schema: Record<string, unknown>, value: unknown): ValidationIssue[] =>
  validationIssuesOf(schema, value, schema);

test.each<[Record<string, unknown>, unknown, string[]]>([
  [{ minimum: 1 }, 1, []],
  [{ minimum: 1 }, 0, ['minimum']],
  [{ exclusiveMinimum: 1 }, 1, ['exclusiveMinimum']],
  [{ exclusiveMaximum: 1 }, 1, ['exclusiveMaximum']],
  [{ maximum: 1 }, 2, ['maximum']],
  [{ maximum: 1 }, 'two', []],
  [{ multipleOf: 0.1 }, 0.3, []],
  [{ multipleOf: 0.1 }, 0.35, ['multipleOf']],
  [{ type: 'integer' }, 1.5, ['integer']],
  [{ minLength: 2 }, 'a', ['minLength']],
  [{ maxLength: 2 }, '👩👩', []],
  [{ maxLength: 2 }, 'abc', ['maxLength']],
  [{ pattern: '^a' }, 'b', ['pattern']],
  [{ pattern: '(' }, 'b', []],
  [{ minItems: 1 }, [], ['minItems']],
  [{ maxItems: 1 }, [1, 2], ['maxItems']],
  [{ uniqueItems: true }, [{ a: 1 }, { a: 1 }], ['uniqueItems']],
  [{ uniqueItems: false }, [1, 1], []],
  [{ enum: ['a', null] }, 'b', ['option']],
  [{ const: 5 }, '5', ['option']],
  [{ type: ['string', 'null'], minLength: 1 }, null, []],
])('finds in %o with %o: %o', (schema, value, rules) => {
  expect(found(schema, value).map(({ rule }) => rule)).toEqual(rules);
});

test('reports the same paths as the server', () => {
  const schema = {
    required: ['a', 'b'],
    properties: { list: { items: { properties: { n: { maximum: 3 } } } } },
    additionalProperties: false,
  };
  expect(found(schema, { a: 1, list: [{ n: 2 }, { n: 5 }], constructor: 1 })).toEqual([
    { path: 'b', rule: 'needed', limit: 'b' },
    { path: 'a', rule: 'unknown', limit: 'a' },
    { path: 'list.1.n', rule: 'maximum', limit: 3 },
    { path: 'constructor', rule: 'unknown', limit: 'constructor' },
  ]);
});

test.each([
  '^(a+)+$',
  '^(a|a)*$',
  '(x+x+)+y',
  '^(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)(a|a)$',
  '^a*a*a*a*a*a*$',
  'a?a?a?a?a?a?a?a?b',
  '^(?=(a+)+$)a',
  '(a*)\\1*b',
])('leaves the pattern %s to the server: it could block the page', (pattern) => {
  const text = `${'a'.repeat(40)}!`;
  expect(validationIssuesOf({ pattern }, text, {})).toEqual([]);
});

test.each([
  ['^[a-z0-9-]+$', 'A'],
  ['^\\d{4}-\\d{2}-\\d{2}$', '2020-1-1'],
  ['^(dev|staging|prod)$', 'test'],
  ['^[^@]+@[^@]+\\.[a-z]+$', 'nobody'],
])('still finds immediately that %s is not %s', (pattern, text) => {
  expect(validationIssuesOf({ pattern }, text, {})).toMatchObject([{ rule: 'pattern' }]);
});
