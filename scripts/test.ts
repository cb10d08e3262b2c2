import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chromiumProblem } from './chromium.ts';
import { startPostgres } from './postgres.ts';
import { root, run, runNode } from './run.ts';
import {
  add,
  noTests,
  playwrightTotals,
  settle,
  vitestTotals,
  type PlaywrightReport,
  type Totals,
  type VitestReport,
} from './totals.ts';

const reports = join(root, 'node_modules/.cache/hitl-tests');

/** Time limit for each kind of tests, in milliseconds: many times their usual duration. */
const LIMIT = 45 * 60_000;

// Compile cache. Hundreds of short processes would otherwise spend a third of their time compiling
// the same code. Bundle names change with each run, so an old cache is of little use.
const compiled = join(reports, 'compiled');
await rm(compiled, { recursive: true, force: true });
process.env['NODE_COMPILE_CACHE'] ??= compiled;

interface Step {
  readonly browser: boolean;
  run(report: string, more: readonly string[]): Promise<Totals>;
}

function leftOut(what: string, reason: string): Totals {
  console.error(`\n${what}: ${reason}\n`);
  return { ...noTests, failed: 1, failures: [`${what}: ${reason}`] };
}

function vitest(args: readonly string[]): Step['run'] {
  return async (report, more) => {
    const exitCode = await runNode(
      'node_modules/vitest/vitest.mjs',
      [
        'run',
        ...args,
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...more,
      ],
      LIMIT,
    );
    const written = existsSync(report)
      ? vitestTotals(JSON.parse(readFileSync(report, 'utf8')) as VitestReport)
      : undefined;
    return settle(written, exitCode);
  };
}

const steps: Readonly<Record<string, Step>> = {
  unit: {
    browser: false,
    async run(report, filters) {
      const args = [
        '--project=node',
        '--project=jsdom',
        '--project=mongo',
        // Many tests wait for child processes: fewer workers would leave cores idle.
        `--maxWorkers=${availableParallelism() + 1}`,
      ];
      const postgres = await startPostgres().catch((error: unknown) => String(error));
      if (typeof postgres === 'string') {
        const missing = leftOut(
          'The tests against PostgreSQL were not run',
          `${postgres}\nName a server of your own in HITL_TEST_POSTGRES_URL, or mend what it says.`,
        );
        return add(await vitest(args)(report, filters), missing);
      }
      process.env['HITL_TEST_POSTGRES_URL'] = postgres.url;
      const totals = await vitest([...args, '--project=postgres'])(report, filters);
      await postgres.stop();
      return totals;
    },
  },
  browser: { browser: true, run: vitest(['--project', 'browser']) },
  stories: { browser: true, run: vitest(['--config', 'vitest.storybook.config.ts']) },
  e2e: {
    browser: true,
    async run(report, more) {
      // End-to-end tests use what a user gets: the built packages and the built demo.
      const built = await run('pnpm', ['exec', 'turbo', 'run', 'build']);
      if (built !== 0) return leftOut('The e2e tests were not run', 'The build failed.');
      process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] = report;
      const exitCode = await runNode(
        'node_modules/@playwright/test/cli.js',
        ['test', '--reporter=list,json', '--pass-with-no-tests', ...more],
        LIMIT,
      );
      const written = existsSync(report)
        ? playwrightTotals(JSON.parse(readFileSync(report, 'utf8')) as PlaywrightReport)
        : undefined;
      return settle(written, exitCode);
    },
  },
};

const [first = '', ...rest] = process.argv.slice(2);
const only = steps[first] === undefined ? undefined : first;
const chosen = Object.entries(steps).filter(([name]) => only === undefined || name === only);
const more = only === undefined ? process.argv.slice(2) : rest;

if (only === undefined && more.length > 0) {
  console.error(`usage: pnpm test, or pnpm test:${Object.keys(steps).join(' | test:')} [FILTER…]`);
  process.exit(2);
}

await mkdir(reports, { recursive: true });
const noBrowser = chosen.some(([, step]) => step.browser) ? await chromiumProblem() : undefined;

let total = noTests;
for (const [name, step] of chosen) {
  const report = join(reports, `${name}.json`);
  await rm(report, { force: true });
  const started = performance.now();
  let totals =
    step.browser && noBrowser !== undefined
      ? leftOut(`The ${name} tests were not run`, noBrowser)
      : await step.run(report, more);
  // Without a filter, each kind must have tests: none means that they were not found.
  if (more.length === 0 && totals.passed + totals.failed === 0) {
    totals = leftOut(`The ${name} tests were not run`, 'No test was found.');
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${name}: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped in ${seconds} s\n`,
  );
  total = add(total, totals);
}

// Repeated at the end, where a reader of a long log sees it.
if (total.failures.length > 0) console.log(`Failed:\n\n${total.failures.join('\n\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
