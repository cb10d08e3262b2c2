import type { PartResponse } from '@hitl/protocol';
import { expect, test } from 'vitest';
import { questionOfSchema } from './schema-question.ts';

const texts = { id: 'q', title: 'Release' };

/** Answers a question for one value. */
function answered(schema: Record<string, unknown>, answer: Partial<PartResponse>): unknown {
  const { part, valueOf } = questionOfSchema(schema, texts);
  return valueOf({ request_id: 'q', type: part.type, ...answer });
}

test('a flat schema becomes a form, and its answer has the types of the schema', () => {
  const { part, valueOf } = questionOfSchema(
    {
      type: 'object',
      required: ['region', 'copies'],
      properties: {
        region: { type: 'string', title: 'Region', enum: ['eu', 'us'], default: 'eu' },
        copies: { type: 'integer', minimum: 1, default: 2 },
        dry: { type: 'boolean', description: 'Only show it' },
        tags: {
          type: 'array',
          minItems: 1,
          maxItems: 2,
          items: { anyOf: [{ const: 'a', title: 'Alpha' }, { const: 'b' }] },
        },
        mail: { type: 'string', format: 'email', maxLength: 40 },
      },
    },
    texts,
  );
  const eu = { value: 'eu', label: 'eu' };
  expect(part).toMatchObject({
    id: 'q',
    type: 'combined',
    title: 'Release',
    interactions: [
      { id: 'region', type: 'select', title: 'Region', required: true, default_values: ['eu'] },
      { id: 'copies', type: 'input', input_type: 'number', required: true, default_value: '2' },
      { id: 'dry', type: 'confirm', title: 'dry', description: 'Only show it', required: false },
      {
        id: 'tags',
        type: 'select',
        multiple: true,
        min_selected: 1,
        max_selected: 2,
        options: [
          { value: 'a', label: 'Alpha' },
          { value: 'b', label: 'b' },
        ],
      },
      { id: 'mail', type: 'input', input_type: 'email', max_length: 40 },
    ],
  });
  expect(part).toHaveProperty('interactions.0.options.0', eu);
  expect(
    valueOf({
      request_id: 'q',
      type: 'combined',
      responses: [
        { request_id: 'region', type: 'select', selected_values: ['us'] },
        { request_id: 'copies', type: 'input', text: '3' },
        { request_id: 'dry', type: 'confirm', confirmed: false },
        { request_id: 'tags', type: 'select', selected_values: ['a', 'b'] },
        { request_id: 'mail', type: 'input', text: '' },
      ],
    }),
  ).toEqual({ region: 'us', copies: 3, dry: false, tags: ['a', 'b'] });
});

test('fields and formats may have any name', () => {
  const schema = JSON.parse(
    '{"type":"object","properties":{"__proto__":{"type":"string","format":"constructor"}}}',
  ) as Record<string, unknown>;
  const { part, valueOf } = questionOfSchema(schema, texts);
  expect(part).toMatchObject({ interactions: [{ id: '__proto__', input_type: 'text' }] });
  const responses = [{ request_id: '__proto__', type: 'input' as const, text: 'red' }];
  const answer = { request_id: 'q', type: part.type, responses };
  expect(JSON.stringify(valueOf(answer))).toBe('{"__proto__":"red"}');
});

test.each([
  [{ type: 'string' }, { text: 'red' }, 'red'],
  [{ type: 'number' }, { text: ' +.5 ' }, 0.5],
  [{ type: 'boolean' }, { confirmed: true }, true],
  [{ enum: ['a', 'b'], enumNames: ['A', 'B'] }, { selected_values: ['b'] }, 'b'],
  [{ type: 'string', format: 'date' }, { text: '2024-02-29' }, '2024-02-29'],
  [
    { type: 'string', format: 'date-time' },
    { text: '2024-02-29T12:00:00+01:00' },
    '2024-02-29T12:00:00+01:00',
  ],
])('a value of %o is asked for, and %o is read', (schema, answer, value) => {
  expect(answered(schema, answer)).toBe(value);
});

test.each([
  [{ type: 'integer' }, '1.5', 'Enter a whole number.'],
  [{ type: 'number', maximum: 9 }, '12', 'Enter 9 or less.'],
  [{ type: 'number' }, '9007199254740993', 'would become another number'],
  [{ type: 'string', format: 'email' }, 'ann', 'such as ann@example.com'],
  [{ type: 'string', format: 'uri' }, 'example', 'such as https://example.com'],
  [{ type: 'string', format: 'date' }, '2026-02-30', 'such as 2026-01-31'],
  [{ type: 'string', format: 'date-time' }, '2026-01-31T12:00', 'such as 2026-01-31T12:00:00Z'],
])('for %o, %s is refused with what would fit', (schema, text, why) => {
  expect(() => answered(schema, { text })).toThrow(
    expect.objectContaining({
      code: 'invalid_response',
      message: expect.stringMatching(new RegExp(`^Release: .*${why}`)),
    }),
  );
});

test.each([
  [{ type: 'object' }],
  [{ type: 'array', items: { type: 'string' } }],
  [{ type: 'string', pattern: '^a' }],
  [{ type: 'number', enum: [1, 2] }],
  [{ properties: { where: { type: 'object', properties: {} } } }],
  [{}],
])('the schema %o is refused, because no card can show it completely', (schema) => {
  expect(() => questionOfSchema(schema, texts)).toThrow(
    expect.objectContaining({ code: 'unsupported_request' }),
  );
});
