import { defineConfig } from 'vite';
import { browserConditions } from '../../conditions.shared.ts';

/** The page, with the HITL server behind the same origin. */
export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: browserConditions },
  build: { target: 'es2023' },
  server: {
    proxy: {
      // The host stays the page's: the server refuses calls that come from elsewhere.
      '^/(agents|interactions|runs|sessions)': {
        target: process.env['HITL_URL'] ?? 'http://127.0.0.1:8787',
      },
    },
  },
});
