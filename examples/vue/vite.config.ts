import vue from '@vitejs/plugin-vue';
import { defineConfig } from 'vite';
import { browserConditions } from '../../config/conditions.ts';
import { proxy } from '../chat/proxy.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [vue()],
  resolve: { conditions: browserConditions },
  build: { target: 'es2023' },
  server: { proxy },
});
