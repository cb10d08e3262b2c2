import { hitl } from './hitl.ts';

export default {
  fetch: hitl.fetch,
  // Bun closes connections after 10 idle seconds; streams may be idle for 15.
  idleTimeout: 120,
  hostname: '127.0.0.1',
  port: Number(process.env.PORT ?? 3000),
};
