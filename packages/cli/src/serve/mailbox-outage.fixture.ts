import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InteractionPage } from '@hitl/protocol';
import { expect, vi } from 'vitest';
import { send } from '../../tests/http-calls.fixture.ts';
import { agentFolder, ask } from '../../tests/run.fixture.ts';
import { folderWith, serveHitl } from '../../tests/serve-process.fixture.ts';

/** A database that can be taken down. */
export interface OutagePlace {
  readonly url: string;
  readonly shut: () => Promise<void> | void;
  readonly open: () => Promise<void> | void;
}

/** A database outage ends neither the server nor pending requests of a mailbox. */
export async function survivesOutage(database: OutagePlace): Promise<void> {
  const folder = await agentFolder([ask('Colour?'), { text: 'done' }]);
  expect((await folder.delta(['run'])).code).toBe(101);
  const server = await serveHitl(['--mailbox', folder.path, '--store', database.url], {
    cwd: await folderWith({}),
  });
  const pending = async () => {
    const page = await fetch(`${server.url}/interactions?status=pending`);
    return { status: page.status, body: (await page.json()) as Partial<InteractionPage> };
  };
  await expect.poll(pending).toMatchObject({ status: 200, body: { interactions: [{}] } });
  const before = (await pending()).body.interactions;
  await database.shut();
  // Long enough for all listeners to notice.
  await sleep(3000);
  await database.open();
  await expect.poll(pending).toMatchObject({ status: 200, body: { interactions: before } });
  const id = before?.[0]?.id ?? '';
  const answer = { request_id: id, type: 'input', text: 'blue' };
  const url = `${server.url}/interactions/${id}/respond`;
  expect((await send(url, answer, { accept: 'application/json' })).status).toBe(200);
  await vi.waitUntil(() => existsSync(folder.paths.response), { timeout: 60_000 });
  server.kill('SIGTERM');
  const { code, stderr } = await server.ended;
  expect(code).toBe(0);
  expect(stderr).not.toContain('[object Object]');
}
