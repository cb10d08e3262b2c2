import { defineConfig, devices } from '@playwright/test';
import { chromiumTestOptions } from './config/chromium.ts';

/** Each spec starts the servers it needs on free ports and hands their address to its pages. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // Generous, for a busy machine: nothing here is timed, only awaited.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    // A trace takes a seventh of the processor time: ask for one with `pnpm test:e2e --trace on`.
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'chromium',
      use: { ...devices['Desktop Chrome'], launchOptions: chromiumTestOptions() },
    },
  ],
});
