import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserConditions } from '../../conditions.shared.ts';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: browserConditions },
  build: {
    target: 'es2023',
    rolldownOptions: {
      checks: { moduleLevelDirective: false },
      // One shared chunk for the first page and later ones, because each file costs a round trip.
      output: { codeSplitting: { groups: [{ name: 'shared', minShareCount: 2 }] } },
    },
  },
});
