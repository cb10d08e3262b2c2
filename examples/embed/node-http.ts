import { createServer } from 'node:http';
import { toNodeHandler } from '@hitl/server/node';
import { hitl } from './hitl.ts';

const answer = toNodeHandler(hitl);
const server = createServer((request, response) => {
  if (request.url?.startsWith('/hitl/')) answer(request, response);
  else response.end('Your own pages');
});

const port = Number(process.env.PORT ?? 3000);
server.listen(port, '127.0.0.1', () => console.log('listening', server.address()));
