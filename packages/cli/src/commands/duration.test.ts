import { expect, test } from 'vitest';
import { parseDuration } from './duration.ts';

test.each([
  ['10s', 10_000],
  ['10', 10_000],
  ['0', 0],
  ['500ms', 500],
  ['1.5s', 1500],
  ['2m', 120_000],
  ['1h', 3_600_000],
  ['', null],
  ['s', null],
  ['-1s', null],
  ['1d', null],
  ['10 s', null],
  ['1e3', null],
])('parses %j as %j ms', (text, expected) => {
  expect(parseDuration(text)).toBe(expected);
});
