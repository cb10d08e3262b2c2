import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * Finds a Chromium to test with: `CHROMIUM_PATH`, then a system Chromium or Chrome, then the one
 * Playwright downloaded. Undefined when there is none.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  if (env['CHROMIUM_PATH']) return env['CHROMIUM_PATH'];
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const candidates = [
    ...systemNames.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    chromium.executablePath(),
  ];
  return candidates.find((candidate) => existsSync(candidate));
}

/**
 * Features that are turned off. Chromium only uses the last list that it is given, so this one repeats
 * Playwright's (`disabledFeatures` in playwright-core) and adds the pop-ups of the address bar, and the
 * process that is started for a page to come. The pop-ups are invisible in a headless browser, but each
 * window loads two pages for them, which takes longer than a test needs to open its own.
 */
const disabledFeatures = [
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'SpareRendererForSitePerProcess',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
  'msEdgeUpdateLaunchServicesPreferredVersion',
  'msForceBrowserSignIn',
];

/** Flags for a headless browser without network requests of its own. */
const chromiumArgs: string[] = [
  `--disable-features=${disabledFeatures.join(',')}`,
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/**
 * Further flags for tests, which save a tenth of their processor time: no process of its own for
 * graphics, which are drawn in software anyway, and no code optimized for longer runs than a test's.
 */
const testArgs = ['--in-process-gpu', '--js-flags=--no-turbofan'];

interface LaunchOptions {
  args: string[];
  executablePath?: string;
}

/** Playwright's launch options. Without an executable, Playwright reports what is missing. */
export function chromiumLaunchOptions(more: readonly string[] = []): LaunchOptions {
  const executablePath = findChromium();
  const args = [...chromiumArgs, ...more];
  return executablePath === undefined ? { args } : { args, executablePath };
}

/** The launch options of tests. Benchmarks and screenshots do not use their flags. */
export function chromiumTestOptions(): LaunchOptions {
  return chromiumLaunchOptions(testArgs);
}
