import { expect, test } from 'vitest';
import { createOriginPolicy } from './origin.ts';

const policy = createOriginPolicy(['https://app.example.com', 'http://localhost:5173/']);

function request(headers: Record<string, string>): Request {
  return new Request('http://127.0.0.1:8787/runs', {
    method: 'POST',
    headers: { host: '127.0.0.1:8787', ...headers },
  });
}

test.each([
  [{}],
  [{ origin: 'http://127.0.0.1:8787' }],
  [{ origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'same-origin' }],
  [{ 'sec-fetch-site': 'none' }],
  [{ origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }],
  [{ origin: 'http://localhost:5173', 'sec-fetch-site': 'same-site' }],
  // Behind a TLS proxy the scheme differs, so the browser's `sec-fetch-site` decides.
  [
    {
      origin: 'https://hitl.example.com',
      host: 'hitl.example.com',
      'sec-fetch-site': 'same-origin',
    },
  ],
])('allows %j', (headers) => {
  expect(policy.check(request(headers))).toEqual({ ok: true, value: null });
});

test.each([
  [{ origin: 'https://evil.example' }],
  [{ origin: 'null' }],
  [{ origin: 'https://evil-app.example.com' }],
  [{ origin: 'https://app.example.com.evil.example' }],
  [{ origin: 'https://app.example.com:444' }],
  [{ origin: 'http://app.example.com' }],
  [{ origin: 'http://127.0.0.1:9999' }],
  [{ origin: 'http://localhost:8787' }],
  [{ origin: 'http://127.0.0.1:8787@evil.example' }],
  [{ origin: 'http://127.0.0.1:8787', 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'cross-site' }],
  [{ 'sec-fetch-site': 'same-site' }],
  [{ origin: 'garbage' }],
  [{ origin: '127.0.0.1:8787' }],
  [{ origin: '//127.0.0.1:8787' }],
  [{ origin: 'localhost:8787', host: 'localhost:8787' }],
  [{ origin: 'app://127.0.0.1:8787' }],
  [{ origin: 'ftp://127.0.0.1:8787' }],
  [{ origin: 'tauri://localhost', host: 'localhost', 'sec-fetch-site': 'none' }],
])('refuses %j', (headers) => {
  expect(policy.check(request(headers))).toMatchObject({
    ok: false,
    problem: { code: 'forbidden', status: 403 },
  });
});

test('a page without TLS is not of a server with it', () => {
  const host = 'hitl.example.com';
  const call = (origin: string): Request =>
    new Request(`https://${host}/runs`, { method: 'POST', headers: { host, origin } });
  expect(policy.check(call(`https://${host}`)).ok).toBe(true);
  expect(policy.check(call(`http://${host}`)).ok).toBe(false);
});

test('knows the names of this machine', () => {
  for (const host of ['127.0.0.1', '127.0.0.1:8787', 'localhost:1', '[::1]:80', '127.9.8.7']) {
    expect(policy.checkLoopback(request({ host })).ok, host).toBe(true);
  }
  for (const host of [
    'evil.test',
    'evil.test:8787',
    'localhost.evil.test',
    '127.0.0.1.evil.test',
    '0.0.0.0',
    '192.168.0.1',
    'localhost@evil.test',
    'evil.test/localhost',
    '',
  ]) {
    expect(policy.checkLoopback(request({ host })).ok, host).toBe(false);
  }
});

test('refuses to allow an invalid origin', () => {
  for (const origin of ['*', 'null', 'https://a.example/path', 'a.example', 'file:///x', '']) {
    expect(() => createOriginPolicy([origin]), origin).toThrow(/is not an origin/);
  }
});
