import { defineConfig, devices } from '@playwright/test';
import { chromiumTestOptions } from './config/chromium.ts';

const use = { ...devices['Desktop Chrome'], launchOptions: chromiumTestOptions() };

/** Specs whose worker builds something for all of their tests, which run in order. */
const builders = ['react-guide.spec.ts', 'storybook.spec.ts'];

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
  // Builders start first: at the end, one worker would wait for the other's.
  projects: [
    { name: 'builders', testMatch: builders, use },
    { name: 'chromium', testIgnore: builders, use },
  ],
});
