import { toNodeHandler } from '@hitl/server/node';
import { fastify } from 'fastify';
import { hitl } from './hitl.ts';

const app = fastify();
const answer = toNodeHandler(hitl);
await app.register(async (scope) => {
  // Fastify would parse bodies before the route; here HITL reads them, with its own limit.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/hitl/*', (request, reply) => {
    reply.hijack();
    answer(request.raw, reply.raw);
  });
});
app.get('/', () => 'Your own pages');

const url = await app.listen({ host: '127.0.0.1', port: Number(process.env.PORT ?? 3000) });
console.log(`listening on ${url}`);
