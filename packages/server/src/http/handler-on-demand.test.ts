import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createHitl } from '../create-hitl.ts';

const index = fileURLToPath(new URL('../index.ts', import.meta.url));

test('a server loads its routes with the first request, and not before', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const routes = [];
    registerHooks({
      load(url, context, next) {
        if (url.includes('/http/routes/')) routes.push(url);
        return next(url, context);
      },
    });
    const { createHitl } = await import(${JSON.stringify(index)});
    const hitl = createHitl({ agents: [] });
    const before = routes.length;
    const { status } = await hitl.fetch(new Request('http://localhost/healthz'));
    console.log(JSON.stringify({ before, status, loaded: routes.length > 0 }));
    await hitl.close(0);
  `;
  const args = ['--conditions=@hitl/source', '--input-type=module', '-e', program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(JSON.parse(stdout)).toEqual({ before: 0, status: 200, loaded: true });
});

test('invalid options are refused before the first request', () => {
  expect(() => createHitl({ agents: [], basePath: '/a b' })).toThrow(/is not like/);
  expect(() => createHitl({ agents: [], allowedOrigins: ['*'] })).toThrow(/not an origin/);
  expect(() => createHitl({ agents: [], limits: { streamsPerUser: 0 } })).toThrow(/streamsPerUser/);
});

test('a server that is closed while its routes are loaded refuses the stream that is opened then', async () => {
  const hitl = createHitl({ agents: [] });
  const opened = hitl.fetch(new Request('http://localhost/interactions/events'));
  const closed = hitl.close(0);
  const response = await opened;
  await closed;
  expect(response.status).toBe(503);
});
