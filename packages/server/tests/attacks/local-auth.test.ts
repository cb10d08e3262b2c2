import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createManualClock } from '../../src/base/manual-clock.fixture.ts';
import { served } from '../../src/http/served.fixture.ts';
import { createLocalAuthentication } from '../../src/index.ts';
import { openLocalSecret } from '../../src/node/index.ts';
import { folderWith } from './served-config.fixture.ts';

const SECRET = 'a-secret-of-thirty-two-characters-or-more';
const bearer = { authorization: `Bearer ${SECRET}` };

async function localServer(basePath = '') {
  const clock = { now: Date.parse('2026-01-01T00:00:00Z') };
  const local = await createLocalAuthentication({ secret: SECRET, now: () => clock.now });
  const beats = createManualClock();
  const server = await served({ authenticate: local, basePath, every: beats.every });
  /** Opens the printed link like a browser, and keeps the cookie. */
  async function logIn(path = local.loginPath) {
    const response = await fetch(server.url + path, { redirect: 'manual' });
    const cookie = response.headers.get('set-cookie') ?? '';
    return { response, cookie, headers: { cookie: cookie.split(';')[0] ?? '' } };
  }
  return { ...server, beats, local, clock, logIn, origin: new URL(server.url).origin };
}

test('nobody gets in without the secret, which grants the rights of the local user', async () => {
  const server = await localServer();
  for (const headers of [
    {},
    { authorization: `Bearer ${SECRET}x` },
    { authorization: `Bearer ${SECRET.slice(1)}` },
    { authorization: SECRET },
    { cookie: `hitl_local_${new URL(server.url).port}=${SECRET}` },
    { cookie: `hitl_local_${new URL(server.url).port}=99999999999.00` },
  ]) {
    expect(await server.get('/runs', headers), JSON.stringify(headers)).toMatchObject({
      status: 401,
      body: { code: 'unauthenticated' },
    });
  }
  expect(await server.get(`/runs?token=${SECRET}`)).toMatchObject({ status: 401 });
  expect(await server.get('/runs', bearer)).toMatchObject({ status: 200 });
  const rule = { resource: 'work(*)' };
  expect(await server.post('/permissions/anyone/allow', rule, bearer)).toMatchObject({
    status: 200,
  });
  expect(await server.get('/healthz')).toMatchObject({ status: 200 });
});

test('the link gives a browser a cookie that scripts and other sites cannot use, and leaves no code', async () => {
  const server = await localServer('/hitl');
  const { response, cookie, headers } = await server.logIn();
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe('/hitl/');
  expect(response.headers.get('referrer-policy')).toBe('no-referrer');
  expect(response.headers.get('cache-control')).toContain('no-store');
  expect(cookie.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=2592000',
    'Path=/hitl',
    'SameSite=Strict',
  ]);
  expect(cookie).not.toContain(SECRET);
  expect(await server.get('/runs', headers)).toMatchObject({ status: 200 });
  for (const path of ['/login', '/login?code=', '/login?code=00', `/login?code=${SECRET}`]) {
    const wrong = await server.logIn(path);
    expect(wrong.response.status, path).not.toBe(303);
    expect(wrong.cookie).toBe('');
  }
});

test('a cookie is not a token, expires, and is worthless at a server with another secret', async () => {
  const server = await localServer();
  const { headers } = await server.logIn();
  const value = headers.cookie.split('=')[1] ?? '';
  expect(await server.get('/runs', { authorization: `Bearer ${value}` })).toMatchObject({
    status: 401,
  });
  const [end = '', mac = ''] = value.split('.');
  const longer = headers.cookie.replace(value, `${Number(end) + 1}.${mac}`);
  expect(await server.get('/runs', { cookie: longer })).toMatchObject({ status: 401 });
  const name = headers.cookie.split('=')[0] ?? '';
  const other = await createLocalAuthentication({ secret: `${SECRET}2`, now: () => 0 });
  const request = new Request(`${server.url}/runs`, { headers: { cookie: `${name}=${value}` } });
  expect(await other.recognize(request)).toBe(null);
  server.clock.now += 30 * 24 * 3_600_000;
  expect(await server.get('/runs', headers)).toMatchObject({ status: 401 });
});

test('a change with the cookie needs the page of this server: six ways to forge one are refused', async () => {
  const server = await localServer();
  const { headers: cookie } = await server.logIn();
  const rule = { resource: 'work(*)' };
  const path = '/permissions/alice/allow';
  const forged: readonly Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    {},
  ];
  for (const headers of forged) {
    const refused = await server.post(path, rule, { ...cookie, ...headers });
    expect(refused, JSON.stringify(headers)).toMatchObject({ status: 403 });
  }
  for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
    const headers = { ...cookie, origin: server.origin, 'content-type': type };
    expect((await server.post(path, rule, headers)).status, type).toBe(415);
  }
  expect(await server.get('/permissions/alice', bearer)).toMatchObject({
    body: { allow: [], deny: [] },
  });
  const own = await server.post(path, rule, { ...cookie, origin: server.origin });
  expect(own.status).toBe(200);
});

test('the streams of a browser end when its cookie has', async () => {
  const server = await localServer();
  const { headers } = await server.logIn();
  const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
  expect(await server.get('/interactions/events', foreign)).toMatchObject({ status: 403 });
  const stream = await server.follow('/interactions/events', { headers });
  expect(await stream.next()).toMatchObject({ event: 'snapshot' });
  server.clock.now += 30 * 24 * 3_600_000;
  server.beats.tick();
  await stream.rest();
});

test('the secret is made for its owner only, and stays', async () => {
  const folder = join(await folderWith(), 'deep/.hitl');
  const first = openLocalSecret(folder);
  expect(first.secret).toMatch(/^[\w-]{43}$/);
  expect((await stat(first.path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect(openLocalSecret(folder)).toEqual(first);
});

test.each<[string, (path: string) => Promise<unknown>]>([
  ['others could read it', (path) => chmod(path, 0o644)],
  ['others could read it', (path) => chmod(path, 0o620)],
  ['it has another format', (path) => writeFile(path, '')],
  ['it has another format', (path) => writeFile(path, 'short')],
  ['it is not a regular file', (path) => rm(path).then(() => mkdir(path))],
  ['it is a link', (path) => rm(path).then(() => symlink('/etc/passwd', path))],
])('a secret is replaced when %s', async (why, spoil) => {
  const folder = await folderWith();
  const { path, secret } = openLocalSecret(folder);
  await spoil(path);
  const next = openLocalSecret(folder);
  expect(next).toMatchObject({ path, replaced: why });
  expect(next.secret).not.toBe(secret);
  expect(await readFile(path, 'utf8')).toBe(`${next.secret}\n`);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});
