import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose';
import { expect, onTestFinished, test } from 'vitest';
import { allEvents, requestIn, send, startRun } from '../../tests/http-calls.fixture.ts';
import { folderWith, serveHitl } from '../../tests/serve-process.fixture.ts';

const agent = (command: string): string => `type: permission_store
name: rules
---
type: agent
name: worker
model: { provider: scripted, turns: [{ tool_calls: [{ id: c1, name: bash, args: { command: '${command}' } }] }, { text: Done }] }
tools: [bash]
permission_store: rules
`;

/** Keys of an identity provider, and its signatures. */
async function newSigner(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('ES256');
  return {
    keySet: JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid, alg: 'ES256' }] }),
    async token(claims: JWTPayload) {
      const token = await new SignJWT({ iss: 'https://login', aud: 'hitl', ...claims })
        .setProtectedHeader({ alg: 'ES256', kid })
        .setExpirationTime(claims.exp ?? '1h')
        .sign(privateKey);
      return { authorization: `Bearer ${token}` };
    },
  };
}

test('hitl serve --auth jwt authenticates callers by tokens of an identity provider, and logs none', async () => {
  const signer = await newSigner('k1');
  const provider = createServer((_, response) => void response.end(signer.keySet));
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void provider.close());
  const { port } = provider.address() as AddressInfo;
  const cwd = await folderWith({
    'hitl/all.yaml': `${agent('echo hi')}---
type: server
auth: jwt
jwt:
  jwks: http://127.0.0.1:${port}/keys
  issuer: https://login
  audience: shop
  roles_claim: access.roles
`,
  });
  const flags = ['--config', 'hitl', '--store', 'memory:', '--jwt-audience', 'hitl'];
  const server = await serveHitl([...flags, '--auth', 'jwt', '--log-level', 'debug'], { cwd });
  const alice = await signer.token({ sub: 'alice' });
  const rita = await signer.token({ sub: 'rita', access: { roles: ['reviewer'] } });
  const request = requestIn(await startRun(server.url, { agent_id: 'worker', input: 'go' }, alice));
  const respond = `${server.url}/interactions/${request.id}/respond`;
  const answer = { request_id: request.id, type: 'confirm', confirmed: true };
  const strangers = [
    {},
    await signer.token({ sub: 'alice', aud: 'shop' }),
    await signer.token({ sub: 'alice', iss: 'https://other' }),
    await signer.token({ sub: 'alice', exp: 1_000_000_000 }),
    await (await newSigner('k1')).token({ sub: 'alice' }),
  ];
  for (const headers of strangers) {
    expect((await send(respond, answer, headers)).status).toBe(401);
  }
  const bob = await signer.token({ sub: 'bob' });
  expect((await send(respond, answer, bob)).status).toBe(404);
  const stream = { accept: 'text/event-stream', ...rita };
  const events = await allEvents(await send(respond, answer, stream));
  expect(events.at(-1)).toMatchObject({ type: 'run_completed' });

  server.kill('SIGTERM');
  const { stderr } = await server.ended;
  for (const { authorization } of [alice, rita, bob]) {
    expect(stderr).not.toContain(authorization.slice('Bearer '.length, 40));
  }
});

test('a key file is re-read when it changes, and no tool may change it', async () => {
  const [first, second] = await Promise.all([newSigner('k1'), newSigner('k2')]);
  const cwd = await folderWith({
    'hitl/all.yaml': agent('echo evil > keys.json'),
    'keys.json': first.keySet,
  });
  const flags = ['--auth', 'jwt', '--jwks', 'keys.json', '--jwt-issuer', 'https://login'];
  const server = await serveHitl(
    ['--config', 'hitl', '--store', 'memory:', ...flags, '--jwt-audience', 'hitl'],
    { cwd },
  );
  const alice = await first.token({ sub: 'alice' });
  const events = await startRun(server.url, { agent_id: 'worker', input: 'go' }, alice);
  expect(events.map(({ type }) => type)).not.toContain('interaction_request');
  expect(await readFile(join(cwd, 'keys.json'), 'utf8')).toBe(first.keySet);

  await writeFile(join(cwd, 'keys.json'), second.keySet);
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${server.url}/runs`, { headers })).status;
  const bob = await second.token({ sub: 'bob' });
  await expect.poll(() => status(bob), { timeout: 60_000 }).toBe(200);
  expect(await status(alice)).toBe(401);
});
