import { afterEach, beforeEach, expect } from 'vitest';

const LEVELS = ['error', 'warn'] as const;
const written = { error: console.error, warn: console.warn };

/** Expected output of tests: a renderer that a story breaks on purpose, and React's `act`. */
const EXPECTED = [/is broken/, /inside an `act` scope/];

/** Console output of a story; errors and warnings fail it. */
let said: string[] = [];

beforeEach(() => {
  said = [];
  for (const level of LEVELS) {
    console[level] = (...values: unknown[]) => {
      said.push(values.map(String).join(' '));
      written[level](...values);
    };
  }
});

afterEach(() => {
  Object.assign(console, written);
  const unexpected = said.filter((text) => !EXPECTED.some((expected) => expected.test(text)));
  expect(unexpected, 'what the story wrote to the console').toEqual([]);
});
