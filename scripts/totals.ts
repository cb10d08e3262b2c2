/** How many tests of a run ended in which way. */
export interface Totals {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The fields read of what `vitest --reporter=json` writes. */
export interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly status: string;
    readonly assertionResults: readonly { readonly status: string }[];
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
  readonly errors: readonly unknown[];
}

export const noTests: Totals = { passed: 0, failed: 0, skipped: 0 };

/** A file that could not even be loaded has no failed test in the report; it counts as one. */
export function vitestTotals(report: VitestReport): Totals {
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** A test that passed only when tried again counts as failed; so does an error outside any test. */
export function playwrightTotals(report: PlaywrightReport): Totals {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky + report.errors.length, skipped };
}

export function add(left: Totals, right: Totals): Totals {
  return {
    passed: left.passed + right.passed,
    failed: left.failed + right.failed,
    skipped: left.skipped + right.skipped,
  };
}

/**
 * Holds a report against the runner's exit code: a runner that failed without a failed test, or left
 * no report, counts as one failure, so that no breakage ends as a clean total.
 */
export function settle(totals: Totals | undefined, exitCode: number): Totals {
  if (totals === undefined) return { ...noTests, failed: 1 };
  return exitCode !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals;
}
