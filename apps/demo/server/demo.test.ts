import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemo, type Demo } from './demo.ts';

async function start(auth: 'local' | 'none'): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-demo-'));
  const onError = (error: unknown): never => {
    throw error;
  };
  const demo = await startDemo({ folder, port: 0, auth, env: {}, onError });
  onTestFinished(async () => {
    await demo.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return demo;
}

/** The status of a request with these headers, which may name another host. */
function send(url: string, method: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    });
    sent.on('error', reject).end();
  });
}

const json = { 'content-type': 'application/json' };

test.each(['none', 'local'] as const)(
  'with --auth %s, only a page of this machine resets the workspace, and it may do so twice at once',
  async (auth) => {
    const demo = await start(auth);
    const { host, origin, port } = new URL(demo.url);
    const login = await fetch(demo.link, { redirect: 'manual' });
    const cookie = login.headers.get('set-cookie')?.split(';')[0] ?? '';
    const mine = join(demo.workspace, 'mine.txt');
    writeFileSync(mine, 'kept');
    const reset = (headers: Record<string, string>) =>
      send(`${demo.url}/demo/reset`, 'POST', { ...json, host, origin, cookie, ...headers });

    const rebound = `evil.example:${port}`;
    const refused = [
      { host: rebound, origin: `http://${rebound}` },
      { origin: 'https://evil.example' },
      { 'content-type': 'text/plain' },
      ...(auth === 'local' ? [{ cookie: '' }] : []),
    ];
    for (const headers of refused) expect(await reset(headers)).toBeGreaterThanOrEqual(400);
    expect(existsSync(mine)).toBe(true);
    expect(await Promise.all([reset({}), reset({}), reset({})])).toEqual([204, 204, 204]);
    expect(existsSync(mine)).toBe(false);
    expect(existsSync(join(demo.workspace, 'package.json'))).toBe(true);
  },
);

test.each(['/assets/%zz', '/assets/..%2f..%2fserver%2fdemo.ts', '/assets/a%00.js', '/assets/'])(
  'no file is served at %s',
  async (path) => {
    const { url } = await start('none');
    expect(await send(url + path, 'GET', {})).toBe(404);
  },
);
