import { playwright } from '@vitest/browser-playwright';
import type { BrowserConfigOptions } from 'vitest/node';
import { chromiumTestOptions } from '../chromium.ts';

/** A new object each time: Vitest writes into it, so two projects must not share one. */
export function chromium(): BrowserConfigOptions {
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    // Generous, for a busy machine: the first page waits for what Vite has not cached yet.
    connectTimeout: 180_000,
    // A recording of each page takes a twentieth of the time: ask for one with `--browser.traceView`.
    traceView: 'off',
    instances: [{ browser: 'chromium' }],
    provider: playwright({ launchOptions: chromiumTestOptions() }),
  };
}
