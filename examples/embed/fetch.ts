import { hitl } from './hitl.ts';

export default {
  fetch: hitl.fetch,
  // For Bun: streams are quiet for 15 seconds at a time, and Bun closes what is quiet for 10.
  idleTimeout: 120,
  hostname: '127.0.0.1',
  port: Number(process.env.PORT ?? 3000),
};
