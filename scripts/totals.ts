import { stripVTControlCharacters } from 'node:util';
import { TOOK_TOO_LONG } from './run.ts';

/** Number of tests of a run by outcome. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** A short account of each failure: file, title and message. */
  readonly failures: readonly string[];
}

/** The fields read of what `vitest --reporter=json` writes. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly message?: string;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[] | null;
    }[];
  }[];
}

interface PlaywrightSuite {
  readonly suites?: readonly PlaywrightSuite[];
  readonly specs?: readonly {
    readonly title: string;
    readonly file: string;
    readonly line: number;
    readonly tests: readonly {
      readonly status: string;
      readonly results: readonly { readonly error?: { readonly message?: string } }[];
    }[];
  }[];
}

/** The fields read of what Playwright's JSON reporter writes. */
export interface PlaywrightReport {
  readonly stats: {
    readonly expected: number;
    readonly unexpected: number;
    readonly flaky: number;
    readonly skipped: number;
  };
  readonly suites?: readonly PlaywrightSuite[];
  readonly errors: readonly { readonly message?: string }[];
}

export const noTests: Totals = { passed: 0, failed: 0, skipped: 0, failures: [] };

/** Lines kept of a message: enough to see the expectation, few enough not to bury the next one. */
const MESSAGE_LINES = 20;

function failure(where: string, message: string | undefined): string {
  const lines = stripVTControlCharacters(message ?? 'no message')
    .split('\n')
    .slice(0, MESSAGE_LINES);
  return [where, ...lines.map((line) => `    ${line}`)].join('\n');
}

function playwrightFailures(suite: PlaywrightSuite): string[] {
  const own = (suite.specs ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === 'unexpected' || test.status === 'flaky')
      .map((test) =>
        failure(
          `${spec.file}:${spec.line} > ${spec.title}`,
          test.results.find((result) => result.error !== undefined)?.error?.message,
        ),
      ),
  );
  return [...own, ...(suite.suites ?? []).flatMap(playwrightFailures)];
}

/** A file that could not even be loaded has no failed test in the report; it counts as one. */
export function vitestTotals(report: VitestReport): Totals {
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => failure(`${file.name} > ${test.fullName}`, test.failureMessages?.[0])),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: [...failures, ...broken.map((file) => failure(file.name, file.message))],
  };
}

/** A test that passed only when tried again counts as failed; so does an error outside any test. */
export function playwrightTotals(report: PlaywrightReport): Totals {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return {
    passed: expected,
    failed: unexpected + flaky + report.errors.length,
    skipped,
    failures: [
      ...(report.suites ?? []).flatMap(playwrightFailures),
      ...report.errors.map((error) => failure('outside any test', error.message)),
    ],
  };
}

export function add(left: Totals, right: Totals): Totals {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
    failures: [...left.failures, ...right.failures],
  };
}

/**
 * Compares a report with the runner's exit code: a runner that failed without a failed test, or
 * left no report, counts as one failure.
 */
export function settle(totals: Totals | undefined, exitCode: number): Totals {
  if (exitCode === TOOK_TOO_LONG) {
    const what = 'The runner did not end in time and was killed: see its last output above.';
    const so = totals ?? noTests;
    return { ...so, failed: so.failed + 1, failures: [...so.failures, what] };
  }
  if (totals === undefined) {
    return { ...noTests, failed: 1, failures: ['The runner left no report: see above.'] };
  }
  if (exitCode === 0 || totals.failed > 0) return totals;
  const what = `The runner exited with ${exitCode} though no test failed: an error outside any test, see above.`;
  return { ...totals, failed: 1, failures: [...totals.failures, what] };
}
