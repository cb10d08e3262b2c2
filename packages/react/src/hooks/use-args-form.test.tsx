import type { ToolArgs } from '@hitl/protocol';
import { act, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { ArgField, ArgsForm } from '@hitl/client/view';
import { useArgsForm } from './use-args-form.ts';

const schema = {
  type: 'object',
  required: ['to', 'amount'],
  properties: {
    to: { type: 'string', title: 'Recipient', description: 'Who gets it' },
    amount: { type: 'number', minimum: 0 },
    currency: { enum: ['EUR', 'USD'] },
    lines: { type: 'array', items: { type: 'integer' } },
    address: { type: 'object', properties: { city: { type: 'string' } } },
    token: { type: 'string', format: 'password' },
    due: { type: ['string', 'null'] },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    extra: {},
  },
};
const proposed = {
  to: 'ann',
  amount: 5,
  currency: 'EUR',
  lines: [1, 2],
  address: { city: 'London' },
  token: 'hunter2',
  due: '2027-01-01',
  headers: { host: 'a' },
};

function begin(first: ToolArgs = proposed, error?: unknown) {
  const said: { value: ToolArgs; valid: boolean }[] = [];
  const { result } = renderHook(() => {
    const [value, setValue] = useState(first);
    return useArgsForm({
      value,
      proposed,
      schema,
      error,
      onValueChange(next, { valid }) {
        said.push({ value: next, valid });
        setValue(next);
      },
    });
  });
  const at = (path: string): ArgField => {
    const found = path
      .split('.')
      .reduce<Pick<ArgsForm, 'fields'>>(
        ({ fields }, name) => fields.find((each) => each.path.endsWith(name)) ?? { fields: [] },
        result.current,
      );
    if (!('path' in found)) throw new Error(`no field at ${path}`);
    return found as ArgField;
  };
  return { result, said, at };
}

test('has a field for each argument, with the control for its schema', () => {
  const { result, at } = begin();
  expect(result.current.fields.map(({ path, kind }) => [path, kind])).toEqual([
    ['to', 'line'],
    ['amount', 'number'],
    ['currency', 'enum'],
    ['lines', 'array'],
    ['address', 'object'],
    ['token', 'secret'],
    ['due', 'line'],
    ['headers', 'object'],
  ]);
  expect(at('to')).toMatchObject({ label: 'Recipient', description: 'Who gets it', text: 'ann' });
  expect(at('address').fields.map(({ path }) => path)).toEqual(['address.city']);
  expect(at('currency').options).toEqual(['EUR', 'USD']);
  expect(at('token').text).toBe('');
});

test('keeps a number a number, and invalid text out of the arguments', () => {
  const { at, said } = begin();
  act(() => at('amount').type('12.50'));
  expect(said.at(-1)).toEqual({ value: { ...proposed, amount: 12.5 }, valid: true });
  expect(at('amount')).toMatchObject({ text: '12.50', changed: true });
  act(() => at('amount').type('12,'));
  expect(said.at(-1)).toMatchObject({ value: { amount: 12.5 }, valid: false });
  expect(at('amount').text).toBe('12,');
  expect(at('amount').problem).toBeDefined();
  act(() => at('amount').reset?.());
  expect(said.at(-1)).toEqual({ value: proposed, valid: true });
  expect(at('amount')).toMatchObject({ text: '5', changed: false, problem: undefined });
});

test('shows violations of the schema and refusals of the server at the field', () => {
  const refused = { errors: [{ path: 'modified_args.to', message: 'Nobody by that name' }] };
  const { at, said } = begin(proposed, refused);
  expect(at('to').problem).toBe('Nobody by that name');
  act(() => at('amount').type('-1'));
  expect(said.at(-1)?.valid).toBe(false);
  expect(at('amount').problem).toBeDefined();
});

test('adds and removes items and members', () => {
  const { at, result, said } = begin();
  act(() => at('lines').addItem?.());
  expect(said.at(-1)?.value['lines']).toEqual([1, 2, 0]);
  act(() => at('lines').fields[1]?.type('x'));
  expect(said.at(-1)?.valid).toBe(false);
  act(() => at('lines').fields[0]?.remove?.());
  expect(said.at(-1)).toMatchObject({ value: { lines: [2, 0] }, valid: true });
  expect(at('to').remove).toBeUndefined();
  act(() => at('currency').remove?.());
  expect(said.at(-1)?.value).not.toHaveProperty('currency');
  act(() => result.current.absent.find(({ name }) => name === 'currency')?.add());
  expect(said.at(-1)?.value['currency']).toBe('EUR');
});

test('restores the proposed arguments, and discards typed text', () => {
  const { at, result, said } = begin();
  act(() => at('address').fields[0]?.type('Paris'));
  act(() => at('amount').type('x'));
  expect(result.current).toMatchObject({ changed: true, valid: false });
  act(() => result.current.reset());
  expect(said.at(-1)).toEqual({ value: proposed, valid: true });
  expect(result.current).toMatchObject({ changed: false, valid: true });
});

test('edits as JSON what no other control can', () => {
  const { at, said } = begin({ ...proposed, extra: null });
  expect(at('extra').kind).toBe('json');
  act(() => at('extra').type('{"a": '));
  expect(said.at(-1)?.valid).toBe(false);
  act(() => at('extra').type('{"a": 1}'));
  expect(said.at(-1)).toMatchObject({ value: { extra: { a: 1 } }, valid: true });
});

test('shows a string in place of a number with quotes, to distinguish it', () => {
  const { at, said } = begin({ ...proposed, amount: '5' });
  expect(at('amount')).toMatchObject({ kind: 'json', text: '"5"' });
  act(() => at('amount').type('"6"'));
  expect(said.at(-1)?.value['amount']).toBe('6');
});

test('sets a nullable value to null, and replaces null', () => {
  const { at, said } = begin();
  expect(at('to').clear).toBeUndefined();
  act(() => at('due').clear?.());
  expect(said.at(-1)).toMatchObject({ value: { due: null }, valid: true });
  expect(at('due')).toMatchObject({ kind: 'null', clear: undefined });
  act(() => at('due').fill?.());
  expect(said.at(-1)?.value['due']).toBe('2027-01-01');
});

test('adds a member with any new name if the schema allows it', () => {
  const { at, result, said } = begin();
  expect(result.current.addMember).toBeUndefined();
  act(() => at('headers').addMember?.('accept'));
  expect(said.at(-1)?.value['headers']).toEqual({ host: 'a', accept: '' });
  act(() => at('headers').addMember?.('host'));
  expect(said.at(-1)?.value['headers']).toEqual({ host: 'a', accept: '' });
});

test('edits all arguments except secrets as one JSON object', () => {
  const { result, said } = begin();
  expect(JSON.parse(result.current.json.text)).not.toHaveProperty('token');
  act(() => result.current.json.type('{"to": "bob", '));
  expect(said.at(-1)).toEqual({ value: proposed, valid: false });
  expect(result.current.json).toMatchObject({
    text: '{"to": "bob", ',
    problem: 'Enter a JSON object: { … }.',
  });
  act(() => result.current.json.type('{"to": "bob", "amount": 1}'));
  expect(said.at(-1)).toEqual({ value: { to: 'bob', amount: 1, token: 'hunter2' }, valid: true });
  act(() => result.current.json.type('[]'));
  act(() => result.current.forget());
  expect(said.at(-1)).toMatchObject({ value: { to: 'bob' }, valid: true });
  expect(result.current.json.problem).toBeUndefined();
});

test('lists issues without a field separately', () => {
  const refused = {
    errors: [
      { path: 'modified_args.to', message: 'Nobody by that name' },
      { path: 'modified_args.gone', message: 'is required' },
    ],
  };
  const { result } = begin(proposed, refused);
  expect(result.current.issues.map(({ path }) => path)).toEqual(['to', 'gone']);
  expect(result.current.unplaced.map(({ path }) => path)).toEqual(['gone']);
});
