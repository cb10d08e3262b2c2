import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { browserConditions, nodeConditions } from './config/conditions.ts';
import { chromium } from './config/vitest/browser.ts';

/**
 * Flags that save a tenth of the processor time of a worker: it optimizes no code for longer runs than
 * a test's, and collects young objects less often, without threads that compete with other workers.
 */
const FRUGAL = [
  '--no-turbofan',
  '--min-semi-space-size=16',
  '--max-semi-space-size=64',
  '--single-threaded-gc',
];

/**
 * The files of a worker share its process and what it has loaded: a process and its imports for each
 * file cost half as much again as the tests themselves.
 */
const shared = { isolate: false, setupFiles: ['./config/vitest/setup.ts'], execArgv: FRUGAL };

export default defineConfig({
  test: {
    passWithNoTests: true,
    // Generous, for a busy machine: nothing here is timed, only awaited.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 60_000 } },
    coverage: {
      provider: 'v8',
      include: ['packages/*/src/**/*.{ts,tsx}'],
      exclude: ['**/*.{test,stories}.*'],
    },
    projects: [
      {
        ssr: { resolve: { conditions: nodeConditions } },
        test: {
          name: 'node',
          environment: 'node',
          ...shared,
          exclude: ['**/*.browser.test.ts', '**/*.{postgres,mongo}.test.ts'],
          globalSetup: ['./config/vitest/bundle-commands.ts'],
          include: [
            'scripts/**/*.test.ts',
            'packages/{protocol,permissions,client,server,cli,adapters}/{src,tests}/**/*.test.ts',
            'apps/*/{src,server}/**/*.test.ts',
          ],
        },
      },
      {
        ssr: { resolve: { conditions: nodeConditions } },
        test: {
          name: 'postgres',
          environment: 'node',
          ...shared,
          include: ['packages/{server,cli}/{src,tests}/**/*.postgres.test.ts'],
          globalSetup: ['./config/vitest/postgres.ts', './config/vitest/bundle-commands.ts'],
        },
      },
      {
        ssr: { resolve: { conditions: nodeConditions } },
        test: {
          name: 'mongo',
          environment: 'node',
          ...shared,
          include: ['packages/{server,cli}/{src,tests}/**/*.mongo.test.ts'],
          globalSetup: ['./config/vitest/mongo.ts', './config/vitest/bundle-commands.ts'],
        },
      },
      {
        plugins: [react()],
        resolve: { conditions: browserConditions },
        ssr: { resolve: { conditions: browserConditions } },
        test: {
          name: 'jsdom',
          environment: 'jsdom',
          include: [
            'packages/react/{src,tests}/**/*.test.{ts,tsx}',
            'packages/adapters/{src,tests}/**/*.test.tsx',
            'apps/*/src/**/*.test.tsx',
          ],
          exclude: ['**/*.browser.test.{ts,tsx}'],
          ...shared,
          setupFiles: [
            ...shared.setupFiles,
            './config/vitest/react.ts',
            './config/vitest/timeouts.ts',
            './config/vitest/jsdom.ts',
          ],
        },
      },
      {
        plugins: [react()],
        resolve: { conditions: browserConditions },
        // Known from the start: found in the middle of a run, they would reload the page under a test.
        optimizeDeps: {
          // Storybook's own build makes it; the search for dependencies would stop there.
          exclude: ['virtual:kit'],
          include: [
            '@storybook/react-vite',
            '@testing-library/react',
            'storybook/test',
            '@hitl/react > @tanstack/react-query',
            '@hitl/react > @tanstack/react-virtual',
            '@hitl/react > axe-core',
            '@hitl/react > radix-ui/checkbox',
            '@hitl/react > radix-ui/collapsible',
            '@hitl/react > radix-ui/dialog',
            '@hitl/react > radix-ui/radio-group',
            '@hitl/react > radix-ui/slot',
          ],
        },
        test: {
          name: 'browser',
          // One page for all files: to load one for each takes a fifth of the processor time.
          isolate: false,
          setupFiles: [
            './config/vitest/react.ts',
            './config/vitest/timeouts.ts',
            './config/vitest/page.ts',
          ],
          include: ['packages/*/{src,tests}/**/*.browser.test.{ts,tsx}'],
          browser: chromium(),
        },
      },
    ],
  },
});
