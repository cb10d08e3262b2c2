import { defineConfig } from 'vite';
import { browserConditions } from '../../config/conditions.ts';
import { proxy } from '../chat/proxy.ts';

export default defineConfig({
  root: import.meta.dirname,
  resolve: { conditions: browserConditions },
  build: { target: 'es2023' },
  server: { proxy },
});
