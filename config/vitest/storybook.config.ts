import { storybookTest } from '@storybook/addon-vitest/vitest-plugin';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import { chromium } from './browser.ts';

/**
 * The addon runs the stories of a file where the file's address holds its path, and decodes nothing of
 * the address but blanks: below a folder with other letters it would run no story at all, and pass.
 */
const decodeAddresses: Plugin = {
  name: 'decode-addresses',
  enforce: 'post',
  transform: (code, id) =>
    /\.stories\.tsx?(?:\?|$)/.test(id)
      ? { code: code.replaceAll('(import.meta.url)', '(decodeURI(import.meta.url))'), map: null }
      : undefined,
};

/** Apart from vitest.config.ts, since this plugin adds seconds to every start. */
export default defineConfig({
  plugins: [storybookTest({ configDir: '.storybook' }), decodeAddresses],
  // Generous, for a busy machine: nothing here is timed, only awaited.
  test: {
    name: 'storybook',
    passWithNoTests: true,
    setupFiles: ['config/vitest/react.ts', '.storybook/quiet.setup.ts'],
    testTimeout: 180_000,
    hookTimeout: 180_000,
    browser: chromium(),
  },
});
