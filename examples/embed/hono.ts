import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { hitl } from './hitl.ts';

const app = new Hono();
app.all('/hitl/*', (context) => hitl.fetch(context.req.raw));
app.get('/', (context) => context.text('Your own pages'));

const port = Number(process.env.PORT ?? 3000);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port }, (address) => {
  console.log(`listening on http://127.0.0.1:${address.port}`);
});
