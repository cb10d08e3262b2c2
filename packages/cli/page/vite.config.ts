import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserConditions } from '../../../config/conditions.ts';

/** The inbox of `hitl serve`. Its paths are relative, because the server may be below a path. */
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
