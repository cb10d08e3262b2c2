import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import { defineConfig } from 'vitest/config';
import { chromium } from './vitest.shared.ts';

/** Apart from vitest.config.ts, since this plugin adds seconds to every start. */
export default defineConfig({
  plugins: [storybookTest({ configDir: '.storybook' })],
  test: { name: 'storybook', passWithNoTests: true, browser: chromium() },
});
