import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { requestIn, respond, startRun } from './http-calls.fixture.ts';
import { folderWith, serveHitl } from './serve-process.fixture.ts';

const config = `type: server
on_pending_url: '\${HOOK}'
on_settled_url: '\${HOOK}settled'
---
type: permission_store
name: rules
---
type: agent
name: worker
model: { provider: scripted, turns: [{ tool_calls: [{ id: c1, name: bash, args: { command: echo canary } }] }, { text: done }] }
tools: [bash]
permission_store: rules
`;

test('on_pending_url and on_settled_url get ids, with retries until they are received, and delay no request', async () => {
  const bodies: unknown[] = [];
  const settled: unknown[] = [];
  let heard: () => void = () => undefined;
  const twice = new Promise<void>((resolve) => (heard = resolve));
  let isReported: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (isReported = resolve));
  const hook = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += String(chunk);
    if (request.url === '/settled') {
      settled.push(JSON.parse(body));
      response.writeHead(204).end();
      isReported();
      return;
    }
    bodies.push(JSON.parse(body));
    response.writeHead(bodies.length === 1 ? 500 : 204).end();
    if (bodies.length === 2) heard();
  }).listen(0, '127.0.0.1');
  await once(hook, 'listening');
  onTestFinished(() => {
    hook.close();
    hook.closeAllConnections();
  });
  const address = hook.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const folder = await folderWith({ 'hitl/all.yaml': config });
  const server = await serveHitl(['--config', 'hitl', '--store', 'memory:'], {
    cwd: folder,
    env: { HOOK: `http://127.0.0.1:${port}/` },
  });
  const request = requestIn(await startRun(server.url, { agent_id: 'worker', input: 'Go' }));
  const after = await respond(server.url, request, { confirmed: true });
  expect(after.at(-1)).toMatchObject({ type: 'run_completed' });
  await twice;
  await told;
  const { id, run_id, session_id, tool_call_id } = request;
  const notice = { interaction_id: id, run_id, session_id, tool_call_id, purpose: 'authorization' };
  expect(bodies).toEqual([notice, notice]);
  const ids = { interaction_id: id, run_id, session_id, tool_call_id };
  expect(settled).toEqual([{ ...ids, status: 'answered' }]);
});
