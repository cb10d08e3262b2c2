import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { withInboxPage } from './inbox-page.ts';

const api = {
  fetch: async (request: Request) => new Response(`api ${new URL(request.url).pathname}`),
};

test('the root path is the page, or says how to build it, and everything else is the server', async () => {
  const path = await mkdtemp(join(tmpdir(), 'hitl-page-'));
  onTestFinished(() => rm(path, { recursive: true }));
  const folder = pathToFileURL(`${path}/`);
  const read = async (url: string): Promise<[number, string]> => {
    const pages = withInboxPage(api, '/hitl', folder);
    const response = await pages.fetch(new Request(`http://127.0.0.1${url}`));
    return [response.status, await response.text()];
  };
  expect(withInboxPage(api, '/hitl', folder).isBuilt).toBe(false);
  expect(await read('/hitl/')).toEqual([404, expect.stringContaining('Run "pnpm build"')]);
  expect(await read('/hitl/runs')).toEqual([200, 'api /hitl/runs']);
  await writeFile(join(path, 'index.html'), '<p>Inbox</p>');
  expect(withInboxPage(api, '/hitl', folder).isBuilt).toBe(true);
  expect(await read('/hitl/')).toEqual([200, '<p>Inbox</p>']);
  expect(await read('/hitl/runs')).toEqual([200, 'api /hitl/runs']);
  expect(await read('/elsewhere')).toEqual([200, 'api /elsewhere']);
});
