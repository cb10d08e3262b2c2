import { expect, test } from 'vitest';
import { served } from '../../src/http/served.fixture.ts';
import { createLocalAuthentication, createTokenAuthenticate } from '../../src/index.ts';

const PERSON = { authorization: 'Bearer token-of-alice' };
const ROBOT = { authorization: 'Bearer token-of-robot' };
const authenticate = await createTokenAuthenticate(
  'token-of-alice alice\ntoken-of-robot alice agent\n',
);

test('an agent that sends too many requests for its user leaves the user theirs', async () => {
  const server = await served({ authenticate, limits: { requestsPerMinute: 3 } });
  const statuses: number[] = [];
  for (let count = 0; count < 4; count += 1) {
    statuses.push((await server.get('/runs', ROBOT)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 429]);
  expect((await server.get('/runs', PERSON)).status).toBe(200);
});

test('an agent that holds all of its event streams leaves its user the inbox', async () => {
  const server = await served({ authenticate, limits: { streamsPerUser: 1 } });
  const held = await server.follow('/interactions/events', { headers: ROBOT });
  expect((await server.get('/interactions/events', ROBOT)).status).toBe(429);
  const inbox = await server.follow('/interactions/events', { headers: PERSON });
  expect([held.status, inbox.status]).toEqual([200, 200]);
  held.hangUp();
  inbox.hangUp();
});

test.each(['/runs', '/openapi.json'])(
  'an unauthenticated flood of %s does not lock out the local user',
  async (path) => {
    const secret = 'a-secret-of-thirty-two-characters-or-more';
    const local = await createLocalAuthentication({ secret });
    const server = await served({
      authenticate: local,
      limits: { anonymousRequestsPerMinute: 3 },
    });
    for (let count = 0; count < 3; count += 1) {
      expect((await server.get(path)).status).not.toBe(429);
    }
    expect((await server.get(path)).status).toBe(429);
    const person = await server.get('/runs', { authorization: `Bearer ${secret}` });
    expect(person.status).toBe(200);
  },
);
