import { expect, test } from 'vitest';
import { parseInstant } from './instant.ts';

const NOON = Date.UTC(2026, 10, 21, 12);

test.each([
  ['2026-11-21T12:00:00Z', NOON],
  ['2026-11-21T12:00:00.001Z', NOON + 1],
  ['2026-11-21T14:00:00+02:00', NOON],
  ['2026-11-21T06:30:00-0530', NOON],
  ['2026-11-21T12:00:00', NOON],
  ['2026-11-21 12:00', NOON],
  ['2026-11-21T12:00:00.123456Z', NOON + 123],
  ['2026-11-22', Date.UTC(2026, 10, 22)],
  ['2024-02-29', Date.UTC(2024, 1, 29)],
])('reads %s', (text, expected) => {
  expect(parseInstant(text)).toBe(expected);
});

test.each([
  '',
  'soon',
  '2026-02-30',
  '2026-13-01',
  '2026-11-21T25:00:00Z',
  '21.11.2026',
  '1700000000',
])('does not guess what %j means', (text) => {
  expect(parseInstant(text)).toBeUndefined();
});
