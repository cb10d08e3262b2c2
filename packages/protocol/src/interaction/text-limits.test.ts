import { expect, test } from 'vitest';
import { shortened, tooLong } from './text-limits.ts';

const LIMIT = { characters: 10, lines: 3 };

test.each([
  ['0123456789', undefined, '0123456789'],
  ['a\nb\nc', undefined, 'a\nb\nc'],
  ['01234567890', 'has 11 characters; expected at most 10', '012345678…'],
  ['a\nb\nc\nd', 'has 4 lines; expected at most 3', 'a\nb\nc…'],
  ['01234567😀90', 'has 12 characters; expected at most 10', '01234567…'],
  ['', undefined, ''],
])('%j is too long as: %s', (text, why, short) => {
  expect(tooLong(text, LIMIT)).toBe(why);
  expect(shortened(text, LIMIT)).toBe(short);
  expect(tooLong(short, LIMIT)).toBeUndefined();
});
