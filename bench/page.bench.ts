import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { expect, test, vi } from 'vitest';
import { chromiumLaunchOptions } from '../config/chromium.ts';
import { killDemo, launchDemo } from '../e2e/launch-demo.ts';
import { root, run } from '../scripts/run.ts';

/**
 * The page of the demo as a visitor loads it, with an empty cache each time: when something is painted
 * first, when the card of a waiting call is complete (its Allow button can be pressed), what was
 * transferred for it, and how far the layout moved. Median of `ROUNDS`.
 */
const ROUNDS = 5;

interface Line {
  readonly name: string;
  /** Bits a second; -1 is as fast as it goes. */
  readonly bits: number;
  /** Milliseconds from a request to the first byte of its answer. */
  readonly latency: number;
}

const LINES: readonly Line[] = [
  { name: 'not throttled', bits: -1, latency: 0 },
  { name: 'fast 3G (1.6 Mbit/s, 150 ms)', bits: 1_600_000, latency: 150 },
  { name: 'slow 3G (400 kbit/s, 400 ms)', bits: 400_000, latency: 400 },
];

interface Load {
  readonly firstPaint: number;
  readonly card: number;
  readonly bytes: number;
  readonly requests: number;
  readonly shift: number;
}

/** Runs in the page before anything of it. */
function watch(): void {
  Object.assign(window, { shift: 0, card: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('value' in entry) Object.assign(window, { shift: window.shift + Number(entry.value) });
    }
  }).observe({ type: 'layout-shift', buffered: true });
  const look = (): void => {
    const allow = document.querySelector(
      '[data-hitl-part="confirm-answer"][data-confirmed="true"]',
    );
    if (allow !== null) Object.assign(window, { card: performance.now() });
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

declare global {
  interface Window {
    shift: number;
    card: number;
  }
}

async function load(browser: Browser, url: string, { bits, latency }: Line): Promise<Load> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page: Page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bits < 0 ? -1 : bits / 8,
    uploadThroughput: bits < 0 ? -1 : bits / 8,
  });
  let bytes = 0;
  let requests = 0;
  network.on('Network.requestWillBeSent', () => void (requests += 1));
  network.on('Network.dataReceived', ({ encodedDataLength }) => void (bytes += encodedDataLength));
  await page.addInitScript(watch);
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => window.card > 0, undefined, { timeout: 120_000 });
  // The page itself is not among what was received.
  const seen = { bytes: bytes + (await page.evaluate(sizeOfPage)), requests };
  const measured = await page.evaluate(() => ({
    firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    card: window.card,
    shift: window.shift,
  }));
  await context.close();
  return { ...measured, ...seen };
}

/** Bytes of the page as transferred. */
function sizeOfPage(): number {
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return page?.encodedBodySize ?? 0;
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;
}

/** Starts the scenario of one dangerous command, and resolves to the address of its session. */
async function begin(browser: Browser, url: string): Promise<string> {
  const page = await browser.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'A dangerous command' }).click();
  await page.getByRole('button', { name: 'Allow once' }).waitFor();
  const session = page.url();
  await page.close();
  return session;
}

test('the page of the demo', { timeout: 600_000 }, async () => {
  vi.stubEnv('NODE_ENV', 'production');
  expect(await run('pnpm', ['--filter', '@hitl/demo', 'build'])).toBe(0);
  vi.unstubAllEnvs();
  const folder = await mkdtemp(join(tmpdir(), 'hitl-bench-'));
  process.chdir(root);
  const demo = await launchDemo(folder);
  const browser = await chromium.launch(chromiumLaunchOptions());
  try {
    const url = await begin(browser, demo.url);
    await load(browser, url, LINES[0] as Line);
    for (const line of LINES) {
      const loads: Load[] = [];
      for (let round = 0; round < ROUNDS; round += 1) loads.push(await load(browser, url, line));
      const of = (pick: (one: Load) => number): number => median(loads.map(pick));
      console.log(
        [
          line.name.padEnd(30),
          `first paint ${of(({ firstPaint }) => firstPaint).toFixed(0)} ms`,
          `card ${of(({ card }) => card).toFixed(0)} ms`,
          `${(of(({ bytes }) => bytes) / 1000).toFixed(0)} kB`,
          `${of(({ requests }) => requests)} requests`,
          `shift ${of(({ shift }) => shift).toFixed(3)}`,
        ].join('   '),
      );
    }
  } finally {
    await browser.close();
    await killDemo(demo.child);
    await rm(folder, { recursive: true });
  }
});
