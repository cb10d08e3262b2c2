import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chromiumProblem } from './chromium.ts';
import { makeMemoryFolder, removeMemoryFolder } from './memory-folder.ts';
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
  /** `label` is set if other kinds of tests run at the same time. */
  run(report: string, more: readonly string[], label: string | undefined): Promise<Totals>;
}

function leftOut(what: string, reason: string): Totals {
  console.error(`\n${what}: ${reason}\n`);
  return { ...noTests, failed: 1, failures: [`${what}: ${reason}`] };
}

function vitest(args: readonly string[], env?: Readonly<Record<string, string>>): Step['run'] {
  return async (report, more, label) => {
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
      { limit: LIMIT, label, env },
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
    async run(report, filters, label) {
      const args = [
        '--project=node',
        '--project=jsdom',
        '--project=mongo',
        // Many tests wait for child processes: fewer workers would leave cores idle.
        `--maxWorkers=${availableParallelism() + 1}`,
      ];
      const postgres = await startPostgres({ durable: false }).catch((error: unknown) =>
        String(error),
      );
      const hasPostgres = typeof postgres !== 'string';
      const missing = hasPostgres
        ? noTests
        : leftOut(
            'The tests against PostgreSQL were not run',
            `${postgres}\nName your own server in HITL_TEST_POSTGRES_URL, or fix the reported problem.`,
          );
      if (hasPostgres) args.push('--project=postgres');
      // Stores flush each change, and would wait for the disk for a third of the time of their tests.
      const memory = makeMemoryFolder();
      try {
        const totals = await vitest(args, {
          ...(hasPostgres && { HITL_TEST_POSTGRES_URL: postgres.url }),
          ...(memory !== undefined && { TMPDIR: memory }),
        })(report, filters, label);
        return add(totals, missing);
      } finally {
        if (memory !== undefined) removeMemoryFolder(memory);
        if (hasPostgres) await postgres.stop();
      }
    },
  },
  browser: { browser: true, run: vitest(['--project', 'browser']) },
  stories: { browser: true, run: vitest(['--config', 'config/vitest/storybook.config.ts']) },
  e2e: {
    browser: true,
    async run(report, more, label) {
      // End-to-end tests use what a user gets: the built packages and the built demo.
      const built = await run('pnpm', ['exec', 'turbo', 'run', 'build'], { label });
      if (built !== 0) return leftOut('The e2e tests were not run', 'The build failed.');
      const exitCode = await runNode(
        'node_modules/@playwright/test/cli.js',
        ['test', '--reporter=list,json', '--pass-with-no-tests', ...more],
        { limit: LIMIT, label, env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report } },
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
const more = only === undefined ? process.argv.slice(2) : rest;

if (only === undefined && more.length > 0) {
  console.error(`usage: pnpm test, or pnpm test:${Object.keys(steps).join(' | test:')} [FILTER…]`);
  process.exit(2);
}

// Tests in a browser spend much of their time waiting, one after the other, so that they run beside the
// others. Among themselves they share caches and ports, and run in turns.
const lanes = only === undefined ? [['unit'], ['browser', 'stories', 'e2e']] : [[only]];

await mkdir(reports, { recursive: true });
const usesBrowser = lanes.flat().some((name) => steps[name]?.browser === true);
const noBrowser = usesBrowser ? await chromiumProblem() : undefined;

async function runKind(name: string, step: Step): Promise<Totals> {
  const report = join(reports, `${name}.json`);
  await rm(report, { force: true });
  const started = performance.now();
  let totals =
    step.browser && noBrowser !== undefined
      ? leftOut(`The ${name} tests were not run`, noBrowser)
      : await step.run(report, more, lanes.length > 1 ? name.padEnd(7) : undefined);
  // Without a filter, each kind must have tests: none means that they were not found.
  if (more.length === 0 && totals.passed + totals.failed === 0) {
    totals = leftOut(`The ${name} tests were not run`, 'No test was found.');
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(
    `${name}: ${totals.passed} passed, ${totals.failed} failed, ${totals.skipped} skipped in ${seconds} s\n`,
  );
  return totals;
}

async function runLane(names: readonly string[]): Promise<Totals> {
  let totals = noTests;
  for (const name of names) {
    const step = steps[name];
    if (step !== undefined) totals = add(totals, await runKind(name, step));
  }
  return totals;
}

const total = (await Promise.all(lanes.map(runLane))).reduce(add);

// Repeated at the end, where a reader of a long log sees it.
if (total.failures.length > 0) console.log(`Failed:\n\n${total.failures.join('\n\n')}\n`);
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;
