import { expect, test } from 'vitest';
import { TOOK_TOO_LONG } from './run.ts';
import { add, noTests, playwrightTotals, settle, vitestTotals } from './totals.ts';

test('counts a Vitest file that could not be loaded as one failure', () => {
  const totals = vitestTotals({
    numPassedTests: 4,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 2,
    testResults: [
      {
        name: 'a.test.ts',
        status: 'passed',
        assertionResults: [{ status: 'passed', fullName: 'adds' }],
      },
      {
        name: 'b.test.ts',
        status: 'failed',
        assertionResults: [
          { status: 'passed', fullName: 'adds' },
          {
            status: 'failed',
            fullName: 'divides',
            failureMessages: ['\u001b[31mby zero\u001b[39m'],
          },
        ],
      },
      { name: 'c.test.ts', status: 'failed', message: 'cannot be read', assertionResults: [] },
    ],
  });
  expect(totals).toEqual({
    passed: 4,
    failed: 2,
    skipped: 3,
    failures: ['b.test.ts > divides\n    by zero', 'c.test.ts\n    cannot be read'],
  });
});

test('counts a flaky Playwright test and an error outside any test as failures', () => {
  const stats = { expected: 5, unexpected: 1, flaky: 1, skipped: 2 };
  const spec = (title: string, status: string, message: string) => ({
    title,
    file: 'demo.spec.ts',
    line: 7,
    tests: [{ status, results: [{ error: { message } }, {}] }],
  });
  const suites = [
    {
      suites: [{ specs: [spec('opens', 'unexpected', 'timed out'), spec('ends', 'expected', '')] }],
      specs: [spec('closes', 'flaky', 'gone')],
    },
  ];
  expect(playwrightTotals({ stats, suites, errors: [{ message: 'no server' }] })).toEqual({
    passed: 5,
    failed: 3,
    skipped: 2,
    failures: [
      'demo.spec.ts:7 > closes\n    gone',
      'demo.spec.ts:7 > opens\n    timed out',
      'outside any test\n    no server',
    ],
  });
});

test('counts a runner that failed without a failed test as one failure', () => {
  const three = { ...noTests, passed: 3 };
  expect(settle(three, 1)).toMatchObject({
    failed: 1,
    failures: [expect.stringContaining('exited with 1')],
  });
  expect(settle({ ...three, failed: 2 }, 1)).toMatchObject({ failed: 2, failures: [] });
  expect(settle(three, 0).failed).toBe(0);
});

test('counts a missing report as one failure, whatever the exit code', () => {
  expect(settle(undefined, 0)).toMatchObject({ passed: 0, failed: 1, skipped: 0 });
});

test('counts a killed runner as one failure, whatever it had written', () => {
  expect(settle(undefined, TOOK_TOO_LONG)).toMatchObject({
    failed: 1,
    failures: [expect.stringContaining('did not end in time')],
  });
  const written = { passed: 3, failed: 1, skipped: 0, failures: ['a'] };
  expect(settle(written, TOOK_TOO_LONG)).toMatchObject({ passed: 3, failed: 2 });
});

test('adds totals up', () => {
  const one = { passed: 1, failed: 2, skipped: 3, failures: ['a'] };
  expect(add(one, one)).toEqual({ passed: 2, failed: 4, skipped: 6, failures: ['a', 'a'] });
});
