import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';
import { browserConditions } from '../../config/conditions.ts';
import { proxy } from '../chat/proxy.ts';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [svelte()],
  resolve: { conditions: ['svelte', ...browserConditions] },
  build: { target: 'es2023' },
  server: { proxy },
});
