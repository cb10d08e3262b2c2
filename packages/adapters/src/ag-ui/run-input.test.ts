import { expect, test } from 'vitest';
import { readRunInput } from './run-input.ts';

const resumeOf = (ids: readonly string[]): unknown => ({
  threadId: 't',
  runId: 'r',
  messages: [],
  resume: ids.map((interruptId) => ({ interruptId, status: 'cancelled' })),
});

test('two answers to one interrupt are refused, and a large number of answers takes little time', () => {
  // About as many as fit into a body.
  const ids = Array.from({ length: 90_000 }, (_, index) => `i${index}`);
  const input = resumeOf(ids);
  const start = performance.now();
  expect(readRunInput(input)).toMatchObject({ kind: 'resume', entries: { length: 90_000 } });
  expect(performance.now() - start).toBeLessThan(1500);
  expect(() => readRunInput(resumeOf([...ids, 'i7']))).toThrow(
    'resume is "i7"; expected one answer for each interrupt.',
  );
});
