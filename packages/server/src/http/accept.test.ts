import { expect, test } from 'vitest';
import { preferredAnswer } from './accept.ts';

const EVENTS = 'text/event-stream';
const JSON_TYPE = 'application/json';

test.each([
  [null, 'otherwise'],
  ['', 'otherwise'],
  ['*/*', 'otherwise'],
  ['text/html,*/*;q=0.8', 'otherwise'],
  ['application/problem+json', 'otherwise'],
  ['application/json', JSON_TYPE],
  ['Application/JSON; charset=utf-8', JSON_TYPE],
  ['text/event-stream', EVENTS],
  ['text/event-stream, */*', EVENTS],
  ['application/json, text/event-stream', JSON_TYPE],
  ['text/event-stream, application/json', EVENTS],
  ['application/json;q=0.5, text/event-stream', EVENTS],
  ['text/event-stream;q=0, application/json;q=0', 'otherwise'],
  ['text/event-stream;q=x', EVENTS],
] as const)('%s asks for %s', (accept, expected) => {
  for (const otherwise of [EVENTS, JSON_TYPE] as const) {
    expect(preferredAnswer(accept, otherwise)).toBe(
      expected === 'otherwise' ? otherwise : expected,
    );
  }
});
