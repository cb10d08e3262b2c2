import { afterEach, beforeEach, expect } from 'vitest';

const LEVELS = ['error', 'warn'] as const;
const written = { error: console.error, warn: console.warn };

/** Expected messages: from a renderer that a story breaks on purpose, and from React's `act`. */
const EXPECTED = [/is broken/, /inside an `act` scope/];

/** Errors and warnings that a story wrote to the console, where none are allowed. */
let messages: string[] = [];

beforeEach(() => {
  messages = [];
  for (const level of LEVELS) {
    console[level] = (...values: unknown[]) => {
      messages.push(values.map(String).join(' '));
      written[level](...values);
    };
  }
});

afterEach(() => {
  Object.assign(console, written);
  const unexpected = messages.filter((text) => !EXPECTED.some((expected) => expected.test(text)));
  expect(unexpected, 'what the story wrote to the console').toEqual([]);
});
