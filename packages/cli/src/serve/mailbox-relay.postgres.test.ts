import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionPage } from '@hitl/protocol';
import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../../tests/fresh-database.fixture.ts';
import { send } from '../../tests/http-calls.fixture.ts';
import { agentFolder, ask } from '../../tests/run.fixture.ts';
import { folderWith, serveHitl } from '../../tests/serve-process.fixture.ts';

test('a database outage ends neither the server nor pending requests of a mailbox', async () => {
  const database = await freshDatabase();
  const folder = await agentFolder([ask('Colour?'), { text: 'done' }]);
  expect((await folder.delta(['run'])).code).toBe(101);
  const server = await serveHitl(['--mailbox', folder.path, '--store', database.url], {
    cwd: await folderWith({}),
  });
  const waiting = async (): Promise<InteractionPage['interactions'][number] | undefined> => {
    const page = await fetch(`${server.url}/interactions?status=pending`);
    return page.ok ? ((await page.json()) as InteractionPage).interactions[0] : undefined;
  };
  const before = await vi.waitUntil(waiting, { timeout: 60_000 });
  await database.shut();
  // Long enough for all listeners to notice.
  await sleep(3000);
  await database.open();
  const request = await vi.waitUntil(waiting, { timeout: 60_000 });
  expect(request.id).toBe(before.id);
  const answer = { request_id: request.id, type: 'input', text: 'blue' };
  const url = `${server.url}/interactions/${request.id}/respond`;
  expect((await send(url, answer, { accept: 'application/json' })).status).toBe(200);
  await vi.waitUntil(() => existsSync(folder.paths.response), { timeout: 60_000 });
  server.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  expect(code).toBe(0);
  expect(stderr).not.toContain('[object Object]');
}, 120_000);
