import { ENDPOINTS, type EndpointName } from '@hitl/protocol/endpoints';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHitl } from '../create-hitl.ts';
import { serve, type ServedHandler } from '../node/index.ts';

let server: ServedHandler;

beforeAll(async () => {
  const hitl = createHitl({
    agents: [],
    allowedOrigins: ['http://page.test'],
    authenticate: () => {
      throw new Error('Its database is closed, too.');
    },
  });
  // A host that goes on after its server of HITL is closed.
  server = await serve({ handler: { fetch: hitl.fetch }, port: 0 });
  await hitl.close(0);
});

afterAll(() => server.close(0));

test.each(Object.keys(ENDPOINTS) as EndpointName[])(
  'a closed server tells callers of %s to come back later',
  async (name) => {
    const { method, path } = ENDPOINTS[name];
    const response = await fetch(server.url + path.replaceAll(/\{\w+\}/g, 'x'), {
      method,
      headers: { origin: 'http://page.test', 'content-type': 'application/json' },
      ...(method === 'POST' && { body: '{}' }),
    });
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('1');
    expect(response.headers.get('access-control-allow-origin')).toBe('http://page.test');
    expect(await response.json()).toMatchObject({ code: 'unavailable', retry_after: 1 });
  },
);

test('a closed server still allows pages to read that it is closed', async () => {
  const response = await fetch(`${server.url}/runs`, {
    method: 'OPTIONS',
    headers: { origin: 'http://page.test', 'access-control-request-method': 'POST' },
  });
  expect(response.status).toBe(204);
});
