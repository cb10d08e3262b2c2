import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserConditions } from '../../config/conditions.ts';
import { compressFiles } from './compress-files.ts';
import { createSharing, inlineEntry } from './inline-entry.ts';

const isShared = createSharing();

export default defineConfig({
  plugins: [react(), inlineEntry(), compressFiles()],
  resolve: { conditions: browserConditions },
  build: {
    target: 'es2023',
    rolldownOptions: {
      // `bundlerTimings` would report the compression as slow, in the output of `pnpm demo`.
      checks: { moduleLevelDirective: false, bundlerTimings: false },
      // One shared chunk for the first page and later ones, because each file costs a round trip.
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id, context) => (isShared(id, context) ? 'shared' : null),
              debugName: 'shared',
            },
          ],
        },
      },
    },
  },
});
