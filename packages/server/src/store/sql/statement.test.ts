import { expect, test } from 'vitest';
import { compile, fill, slot, sql } from './statement.ts';

const statement = sql`select ${1} where id = ${slot('id')} or ${slot('name')} = ${slot('id')}`;
const values = { id: 'a', name: 'b' };

test('a slot that is used twice has one numbered placeholder', () => {
  const compiled = compile(statement, '$1');
  expect(compiled.text).toBe('select $1 where id = $2 or $3 = $2');
  expect(fill(compiled, values)).toEqual([1, 'a', 'b']);
});

test('a slot that is used twice has two placeholders without a number', () => {
  const compiled = compile(statement, '?');
  expect(compiled.text).toBe('select ? where id = ? or ? = ?');
  expect(fill(compiled, values)).toEqual([1, 'a', 'b', 'a']);
});
