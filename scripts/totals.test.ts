import { expect, test } from 'vitest';
import { add, playwrightTotals, settle, vitestTotals } from './totals.ts';

test('counts a Vitest file that could not be loaded as one failure', () => {
  const totals = vitestTotals({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 2,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'passed' }, { status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  });
  expect(totals).toEqual({ passed: 4, failed: 2, skipped: 3 });
});

test('counts a flaky Playwright test and an error outside any test as failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  expect(playwrightTotals({ stats, errors: [{}] })).toEqual({ passed: 5, failed: 3, skipped: 2 });
});

test('counts a runner that failed without a failed test as one failure', () => {
  expect(settle({ passed: 3, failed: 0, skipped: 0 }, 1).failed).toBe(1);
  expect(settle({ passed: 3, failed: 2, skipped: 0 }, 1).failed).toBe(2);
  expect(settle({ passed: 3, failed: 0, skipped: 0 }, 0).failed).toBe(0);
});

test('counts a missing report as one failure, whatever the exit code', () => {
  expect(settle(undefined, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

test('adds totals up', () => {
  const one = { passed: 1, failed: 2, skipped: 3 };
  expect(add(one, one)).toEqual({ passed: 2, failed: 4, skipped: 6 });
});
