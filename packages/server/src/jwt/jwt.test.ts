import { UnsecuredJWT, SignJWT } from 'jose';
import { expect, test } from 'vitest';
import { createManualClock } from '../base/manual-clock.fixture.ts';
import { approval, served } from '../http/served.fixture.ts';
import { HOUR_S, identityProvider, newKey, sign } from './jwt.fixture.ts';
import { createJwtAuthenticate, type JwtOptions } from './index.ts';

const ISSUER = 'https://login.example.com/';
const AUDIENCE = 'hitl';
/** The time of all tests, in seconds since the epoch. */
const NOW = 1_800_000_000;
const GOOD = { iss: ISSUER, aud: AUDIENCE, sub: 'alice', exp: NOW + HOUR_S };

const [key, other, elliptic] = await Promise.all([
  newKey('k1'),
  newKey('k2'),
  newKey('k3', 'ES256'),
]);

const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

async function setUp(options: Partial<JwtOptions> = {}, keys = [key.jwk, elliptic.jwk]) {
  const provider = await identityProvider(keys);
  const clock = { wall: NOW * 1000, elapsed: 0 };
  const errors: string[] = [];
  const authenticate = await createJwtAuthenticate({
    jwks: provider.url,
    issuer: ISSUER,
    audience: AUDIENCE,
    onError: (message) => errors.push(message),
    now: () => clock.wall,
    elapsed: () => clock.elapsed,
    ...options,
  });
  const who = async (token: string) =>
    authenticate(new Request('http://x/', { headers: bearer(token) }));
  return { provider, clock, errors, authenticate, who };
}

test('identifies users, reviewers, agents and other roles by the claims of a token', async () => {
  const { who } = await setUp();
  expect(await who(await sign(key, GOOD))).toEqual({ userId: 'alice', roles: [] });
  expect(await who(await sign(elliptic, { ...GOOD, aud: ['x', AUDIENCE] }))).toEqual({
    userId: 'alice',
    roles: [],
  });
  for (const roles of [['reviewer'], ['agent'], ['service', 'agent']]) {
    expect(await who(await sign(key, { ...GOOD, roles }))).toEqual({ userId: 'alice', roles });
  }
  const scopes = await sign(key, { ...GOOD, roles: 'openid  reviewer' });
  expect(await who(scopes)).toEqual({ userId: 'alice', roles: ['openid', 'reviewer'] });
});

test('takes user, roles and tenant from the configured claims, including nested ones', async () => {
  const { who } = await setUp({
    userClaim: 'email',
    rolesClaim: 'realm_access.roles',
    tenantClaim: 'https://example.com/tenant',
  });
  const claims = {
    ...GOOD,
    email: 'alice@example.com',
    realm_access: { roles: ['reviewer'] },
    'https://example.com/tenant': 'acme',
  };
  expect(await who(await sign(key, claims))).toEqual({
    userId: 'alice@example.com',
    roles: ['reviewer'],
    tenantId: 'acme',
  });
  const { 'https://example.com/tenant': _, ...tenantless } = claims;
  expect(await who(await sign(key, tenantless))).toBe(null);
});

test.each<[string, Record<string, unknown>]>([
  ['has expired', { exp: NOW - 6 }],
  ['has no end', { exp: undefined }],
  ['begins later', { nbf: NOW + 6 }],
  ['is for another audience', { aud: 'shop' }],
  ['is for no audience', { aud: undefined }],
  ['is of another issuer', { iss: 'https://login.example.org/' }],
  ['is of no issuer', { iss: undefined }],
  ['names nobody', { sub: undefined }],
  ['has an empty name', { sub: '' }],
  ['has a number for a name', { sub: 7 }],
  ['has too long a name', { sub: 'x'.repeat(257) }],
  ['has roles that are none', { roles: { agent: true } }],
  ['has a role that is no text', { roles: ['reviewer', 7] }],
])('knows nobody by a token that %s', async (_, claims) => {
  const { who } = await setUp();
  expect(await who(await sign(key, { ...GOOD, ...claims }))).toBe(null);
});

test('tolerates small differences of clocks when a token starts and ends', async () => {
  const { who } = await setUp();
  expect(await who(await sign(key, { ...GOOD, exp: NOW - 4, nbf: NOW + 4 }))).not.toBe(null);
  const strict = await setUp({ clockToleranceMs: 0 });
  expect(await strict.who(await sign(key, { ...GOOD, exp: NOW - 1 }))).toBe(null);
});

test('refuses a token without a signature, or with one that anyone can create', async () => {
  const { who } = await setUp();
  const good = await sign(key, GOOD);
  const [head = '', , signature = ''] = good.split('.');
  const rita = btoa(JSON.stringify({ ...GOOD, sub: 'rita' })).replaceAll('=', '');
  const { d: _, ...publicJwk } = { d: '', ...key.jwk };
  const secrets = [key.pem, key.pem.trim(), JSON.stringify(publicJwk), key.jwk.n ?? ''];
  const shared = secrets.map((secret) =>
    new SignJWT(GOOD)
      .setProtectedHeader({ alg: 'HS256', kid: key.kid })
      .sign(new TextEncoder().encode(secret.padEnd(32))),
  );
  const forged = [
    new UnsecuredJWT(GOOD).encode(),
    `${btoa('{"alg":"none","kid":"k1"}').replaceAll('=', '')}.${rita}.`,
    `${head}.${rita}.${signature}`,
    `${head}.${rita}.`,
    good.slice(0, -4),
    await sign({ ...other, kid: key.kid }, GOOD),
    await sign(other, GOOD, { jwk: other.jwk }),
    await sign(other, GOOD, { jku: 'http://127.0.0.1:1/keys' }),
    await sign(key, GOOD, { crit: ['b64'], b64: false }).catch(() => 'a.b.c'),
    ...(await Promise.all(shared)),
    'a.b.c',
    good.replace(/^/, 'x'),
  ];
  for (const token of forged) {
    expect(await who(token), token).toBe(null);
  }
  expect(await who(good)).not.toBe(null);
});

test('allows only the configured algorithms, regardless of the keys', async () => {
  const { who } = await setUp({ algorithms: ['ES256'] });
  expect(await who(await sign(key, GOOD))).toBe(null);
  expect(await who(await sign(elliptic, GOOD))).not.toBe(null);
});

test('accepts no token in a URL', async () => {
  const { authenticate } = await setUp();
  const token = await sign(key, GOOD);
  expect(await authenticate(new Request(`http://x/?access_token=${token}`))).toBe(null);
});

test('fetches the keys again for an unknown one, at most every 30 seconds', async () => {
  const { provider, clock, who } = await setUp();
  const rotated = await sign(other, GOOD);
  clock.elapsed = 29_999;
  expect(await who(rotated)).toBe(null);
  expect(provider.fetches).toBe(1);

  provider.serve([other.jwk]);
  clock.elapsed = 30_000;
  const all = await Promise.all(Array.from({ length: 20 }, () => who(rotated)));
  expect(all).toEqual(Array.from({ length: 20 }, () => ({ userId: 'alice', roles: [] })));
  expect(provider.fetches).toBe(2);

  // The removed key is now an unknown one.
  const old = await sign(key, GOOD);
  for (let count = 0; count < 20; count += 1) {
    expect(await who(old)).toBe(null);
  }
  expect(provider.fetches).toBe(2);
});

test('a jump of the machine’s clock does not keep new keys away', async () => {
  const { provider, clock, who } = await setUp();
  provider.serve([other.jwk]);
  clock.wall -= 86_400_000;
  clock.elapsed = 30_000;
  expect(await who(await sign(other, { ...GOOD, exp: NOW }))).not.toBe(null);
});

test('keeps using its keys for an hour while they cannot be fetched, and reports the reason once', async () => {
  const { provider, clock, errors, who } = await setUp();
  const token = await sign(key, GOOD);
  provider.serve(503);
  clock.elapsed = 600_000;
  expect(await who(token)).not.toBe(null);
  await expect.poll(() => errors).toHaveLength(1);
  clock.elapsed = 3_599_999;
  expect(await who(token)).not.toBe(null);
  await expect.poll(() => provider.fetches).toBe(3);
  clock.elapsed = 3_700_000;
  expect(await who(token)).toBe(null);
  expect(errors).toEqual([expect.stringMatching(/^The keys of tokens .*127.*answered 503\.$/)]);
  provider.serve([key.jwk]);
  clock.elapsed = 3_730_000;
  expect(await who(token)).not.toBe(null);
});

test('a function’s keys are read again once a second; while it fails no caller is accepted', async () => {
  let keys: unknown = { keys: [key.jwk] };
  const { clock, errors, who } = await setUp({ jwks: () => keys });
  const token = await sign(key, GOOD);
  keys = { keys: [other.jwk] };
  expect(await who(token)).not.toBe(null);
  clock.elapsed = 1000;
  expect(await who(token)).toBe(null);
  expect(await who(await sign(other, GOOD))).not.toBe(null);
  keys = { keys: [] };
  clock.elapsed = 2000;
  expect(await who(await sign(other, GOOD))).toBe(null);
  expect(errors).toEqual([expect.stringContaining('public key')]);
});

test.each<[Partial<Record<keyof JwtOptions, unknown>>, RegExp]>([
  [{ issuer: undefined }, /^issuer is missing/],
  [{ audience: '' }, /^audience is missing/],
  [{ userClaim: '' }, /^userClaim is missing/],
  [{ tenantClaim: '' }, /^tenantClaim is missing/],
  [{ algorithms: ['HS256'] }, /^algorithms cannot include "HS256"\. Expected some of: RS256/],
  [{ algorithms: ['none'] }, /^algorithms cannot include "none"/],
  [{ algorithms: [] }, /^algorithms is empty/],
  [{ clockToleranceMs: -1 }, /^clockToleranceMs/],
  [{ jwks: 'keys.json' }, /^jwks: expected an https:\/\/ URL/],
  [{ jwks: 'http://login.example.com/keys' }, /^jwks: expected an https:\/\/ URL/],
  [{ jwks: 'http://127.0.0.1.example.com/' }, /^jwks: expected an https:\/\/ URL/],
  [{ jwks: 'https://a:s3cret@login.example.com/' }, /^jwks: expected a URL without user/],
  [{ jwks: () => ({}) }, /^jwks: expected \{"keys"/],
  [{ jwks: () => ({ keys: [{ kty: 'oct', k: 's3cret' }] }) }, /^jwks: a private or shared key/],
  [{ jwks: () => ({ keys: [{ ...key.jwk, d: 's3cret' }] }) }, /^jwks: a private or shared key/],
  [{ isuer: 'x' } as object, /has no option "isuer"\. Did you mean/],
])('is not made with %j', async (options, message) => {
  const error = await setUp(options as Partial<JwtOptions>).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ code: 'invalid_option' });
  expect((error as Error).message).toMatch(message);
  expect(String(error)).not.toContain('s3cret');
});

test.each<[string, string | number, RegExp]>([
  ['an error', 500, /answered 500/],
  ['a redirect', 302, /^jwks: fetch failed/],
  ['a page', '<html>', /JSON/],
])('is not made when the key set’s address answers with %s', async (_, answer, message) => {
  const provider = await identityProvider([]);
  provider.serve(answer);
  await expect(setUp({ jwks: provider.url })).rejects.toThrow(message);
});

test('over HTTP: users are separate, reviewers answer, agents only ask, tenants see nothing of each other', async () => {
  const { authenticate } = await setUp({ tenantClaim: 'tenant' });
  const as = async (sub: string, tenant: string, ...roles: string[]) =>
    bearer(await sign(key, { ...GOOD, sub, tenant, roles }));
  const server = await served({ authenticate });
  const alice = await as('alice', 'acme');
  const { requests } = await server.ask(alice);
  const [request] = requests;
  if (request === undefined) throw new Error('nothing was asked');
  const path = `/interactions/${request.id}`;
  expect((await server.get(path)).status).toBe(401);
  expect((await server.get(path, alice)).status).toBe(200);
  expect((await server.get(path, await as('bob', 'acme'))).status).toBe(404);
  // A service can read by id what was asked in its tenant, but answer nothing.
  const service = await as('bob', 'acme', 'service');
  expect((await server.get(path, service)).status).toBe(200);
  expect((await server.get(path, await as('bob', 'other', 'service'))).status).toBe(404);
  expect((await server.get(path, await as('rita', 'other', 'reviewer'))).status).toBe(404);
  const answer = approval(request);
  expect((await server.post(`${path}/respond`, answer, service)).status).toBe(404);
  const robot = await as('alice', 'acme', 'agent');
  expect((await server.post(`${path}/respond`, answer, robot)).status).toBe(403);
  const rita = await as('rita', 'acme', 'reviewer');
  expect((await server.post(`${path}/respond`, answer, rita)).status).toBe(200);
  expect(server.errors).toEqual([]);
});

test('a stream ends at the next check after its token has expired', async () => {
  const { authenticate, clock } = await setUp();
  const beats = createManualClock();
  const server = await served({ authenticate, every: beats.every });
  const headers = bearer(await sign(key, { ...GOOD, exp: NOW + 90 }));
  const stream = await server.follow('/interactions/events', { headers });
  await beats.awaited(60_000);
  expect((await stream.next()).event).toBe('snapshot');
  beats.tick(60_000);
  clock.wall += 96_000;
  beats.tick(60_000);
  expect(await stream.rest()).toEqual([]);
  expect((await server.get('/interactions', headers)).status).toBe(401);
});
