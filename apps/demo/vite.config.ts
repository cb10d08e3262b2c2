import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { browserConditions } from '../../conditions.shared.ts';

export default defineConfig({
  plugins: [react()],
  resolve: { conditions: browserConditions },
  build: {
    target: 'es2023',
    rolldownOptions: { checks: { moduleLevelDirective: false } },
  },
});
