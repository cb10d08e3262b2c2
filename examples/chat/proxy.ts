import type { ProxyOptions } from 'vite';

/**
 * Puts the HITL server behind the origin of the page. An object, not a string: with a string Vite
 * changes the host, and the server refuses calls that come from elsewhere.
 */
export const proxy: Record<string, ProxyOptions> = {
  '^/(agents|interactions|runs|sessions|permissions)': {
    target: process.env['HITL_URL'] ?? 'http://127.0.0.1:8787',
  },
};
