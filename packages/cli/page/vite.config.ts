import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserConditions } from '../../../conditions.shared.ts';

/** The inbox that `hitl serve` shows. Its paths are relative, as the server may be below one. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react()],
  resolve: { conditions: browserConditions },
  build: {
    outDir: '../dist/page',
    emptyOutDir: true,
    // What is bundled is handed on, and its licences ask to be named.
    license: { fileName: 'licenses.md' },
    target: 'es2023',
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
});
