import { expect, test } from 'vitest';
import { served } from '../../src/http/served.fixture.ts';
import { exchange, outcomeOf } from './raw-http.fixture.ts';

/** The response to `GET /runs` of a server without authentication, with these header lines. */
async function answered(hosts: readonly string[], target = '/runs') {
  const { url, errors } = await served();
  const lines = [`GET ${target} HTTP/1.1`, ...hosts, 'Connection: close'];
  const text = await exchange(
    url,
    lines.map((line) => line.replaceAll('PORT', new URL(url).port)),
  );
  expect(errors).toEqual([]);
  return { ...outcomeOf(text), text };
}

test.each([
  ['localhost@x'],
  ['localhost:80@evil.test'],
  ['user:password@127.0.0.1'],
  ['localhost@'],
  ['@localhost'],
  [''],
  [' '],
  ['localhost/..'],
  ['localhost?x'],
  ['localhost#x'],
  ['local host'],
  ['localhost\\evil.test'],
  ['localhost:99999'],
  ['localhost:port'],
  ['[::1'],
  ['::1'],
  ['[::1]evil.test'],
  ['localhost, evil.test'],
  ['loc%61lhost'],
  ['ｌocalhost'],
])('answers 400 with a problem to the host %j', async (host) => {
  const { status, code, text } = await answered([`Host: ${host}`]);
  expect({ status, code }).toEqual({ status: 400, code: 'invalid_request' });
  expect(text).toMatch(/content-type: application\/problem\+json/i);
});

test('answers 400 to no host and to two hosts', async () => {
  expect(await answered([])).toMatchObject({ status: 400 });
  const two = await answered(['Host: localhost', 'Host: evil.test']);
  expect(two).toMatchObject({ status: 400 });
  expect(await answered(['Host: localhost', 'Host: localhost'])).toMatchObject({ status: 400 });
});

test.each([
  'evil.test',
  'evil.test:PORT',
  'localhost.evil.test',
  '127.0.0.1.evil.test',
  '192.168.0.1',
  '0.0.0.0',
  '[::2]',
  '[::ffff:10.0.0.1]',
  'localhost.',
])('refuses to answer as %j, so that no foreign name can be pointed here', async (host) => {
  expect(await answered([`Host: ${host}`])).toMatchObject({ status: 403, code: 'forbidden' });
});

test.each(['localhost', 'LOCALHOST:PORT', '127.0.0.1:PORT', '127.1.2.3', '[::1]', '[::1]:PORT'])(
  'answers as %j',
  async (host) => {
    expect(await answered([`Host: ${host}`])).toMatchObject({ status: 200 });
  },
);

test('an absolute target counts only where it names the host of the header', async () => {
  const host = ['Host: 127.0.0.1:PORT'];
  const own = await answered(host, 'http://127.0.0.1:PORT/runs');
  expect(own).toMatchObject({ status: 200 });
  for (const target of [
    'http://evil.test/runs',
    'http://127.0.0.1:1/runs',
    'http://user@127.0.0.1:PORT/runs',
    'file:///etc/passwd',
    'javascript:alert(1)',
    '*',
    'runs',
  ]) {
    expect((await answered(host, target)).status, target).toBe(400);
  }
  expect(await answered(['Host: evil.test'], 'http://evil.test/runs')).toMatchObject({
    status: 403,
  });
  expect(await answered(['Host: evil.test'], 'http://127.0.0.1:PORT/runs')).toMatchObject({
    status: 400,
  });
});
