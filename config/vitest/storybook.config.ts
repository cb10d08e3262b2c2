import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chromium } from './browser.ts';

/**
 * The addon finds the stories of a file by its URL, of which it decodes only blanks: below a folder with
 * other encoded characters it would run no story at all, and pass.
 */
const decodeAddresses: Plugin = {
  name: 'decode-addresses',
  enforce: 'post',
  transform: (code, id) =>
    /\.stories\.tsx?(?:\?|$)/.test(id)
      ? { code: code.replaceAll('(import.meta.url)', '(decodeURI(import.meta.url))'), map: null }
      : undefined,
};

/** Separate from vitest.config.ts, since this plugin adds seconds to every start. */
export default defineConfig({
  plugins: [storybookTest({ configDir: '.storybook' }), decodeAddresses],
  // Generous, for a busy machine: nothing here is timed, only awaited.
  test: {
    name: 'storybook',
    passWithNoTests: true,
    // One page for all files, as in Storybook itself: to load one for each takes a quarter of the time.
    isolate: false,
    setupFiles: ['config/vitest/react.ts', '.storybook/console.setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    browser: chromium(),
  },
});
