import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimestamp } from './formats.ts';
import { formatTime, parseTime } from './time.ts';

const NOON = Date.UTC(2026, 1, 28, 12);

describe('parseTime', () => {
  it.each([
    ['2026-02-28T12:00:00Z', NOON],
    ['2026-02-28T12:00:00.000Z', NOON],
    ['2026-02-28t12:00:00z', NOON],
    ['2026-02-28 12:00:00Z', NOON],
    ['2026-02-28T12:00Z', NOON],
    ['2026-02-28T12:00:00', NOON],
    ['2026-02-28T14:00:00+02:00', NOON],
    ['2026-02-28T14:00:00+0200', NOON],
    ['2026-02-28T06:30:00-05:30', NOON],
    ['2026-03-01T11:59:00+23:59', NOON],
    ['2026-02-28T12:00:00.1Z', NOON + 100],
    ['2026-02-28T12:00:00.123987Z', NOON + 123],
    ['2026-02-28', Date.UTC(2026, 1, 28)],
    ['2024-02-29T00:00:00Z', Date.UTC(2024, 1, 29)],
    ['0001-01-01T00:00:00Z', Date.parse('0001-01-01T00:00:00Z')],
  ])('parses %s', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });

  it.each([
    '',
    'tomorrow',
    '2026',
    '2026-02-28T',
    '2026-02-28Z',
    '2026-02-30T00:00:00Z',
    '2023-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-02-28T24:00:00Z',
    '2026-02-28T12:60:00Z',
    '2026-02-28T23:59:60Z',
    '2026-02-28T12:00:00+24:00',
    '2026-02-28T12:00:00.Z',
    '2026-02-28T12:00:00Z (noon)',
    ' 2026-02-28T12:00:00Z',
    '2026-02-28T12:00:00Zulu',
    '+002026-02-28T12:00:00Z',
    '２０２６-02-28',
  ])('refuses %j, on every engine', (text) => {
    expect(parseTime(text)).toBeNull();
  });

  it('parses what formatTime writes', () => {
    const times = fc.integer({ min: Date.UTC(1970, 0), max: Date.UTC(9999, 11, 31) });
    fc.assert(fc.property(times, (time) => parseTime(formatTime(time)) === time));
  });

  it('agrees with Date.parse on RFC 3339 times', () => {
    const digits = (max: number): fc.Arbitrary<string> =>
      fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, '0'));
    const parts = fc.tuple(digits(13), digits(32), digits(24), digits(60), digits(60), digits(15));
    fc.assert(
      fc.property(parts, ([month, day, hour, minute, second, zone]) => {
        const text = `2024-${month}-${day}T${hour}:${minute}:${second}+${zone}:00`;
        const time = parseTime(text);
        if (time !== null) expect(time).toBe(Date.parse(text));
        expect(isTimestamp(text)).toBe(time !== null);
      }),
    );
  });
});

describe('isTimestamp', () => {
  it.each(['2026-02-28T12:00:00Z', '2026-02-28T12:00:00.1234567+02:00'])('accepts %s', (text) => {
    expect(isTimestamp(text)).toBe(true);
  });

  it.each([
    '2026-02-28',
    '2026-02-28T12:00Z',
    '2026-02-28T12:00:00',
    '2026-02-28 12:00:00Z',
    '2026-02-28t12:00:00z',
    '2026-02-28T12:00:00+0200',
    '2026-02-30T12:00:00Z',
    1_772_280_000_000,
    null,
  ])('refuses %j: seconds and a zone are required', (value) => {
    expect(isTimestamp(value)).toBe(false);
  });
});

describe('formatTime', () => {
  it('writes UTC with milliseconds, so that times can be compared as text', () => {
    expect(formatTime(NOON)).toBe('2026-02-28T12:00:00.000Z');
  });

  it('stays within the years that RFC 3339 can represent', () => {
    expect(formatTime(Date.UTC(10_000, 0))).toBe('9999-12-31T23:59:59.999Z');
    expect(formatTime(Infinity)).toBe('9999-12-31T23:59:59.999Z');
  });
});
