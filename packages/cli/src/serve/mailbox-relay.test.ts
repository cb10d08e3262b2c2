import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { InteractionPage, InteractionRequest, InteractionView } from '@hitl/protocol';
import { openSqlite } from '@hitl/server/sqlite';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { send } from '../../tests/http-calls.fixture.ts';
import { runPaths } from '../delta-folder/paths.ts';
import { agentFolder, ask, bash, type AgentFolder, type Turn } from '../../tests/run.fixture.ts';
import {
  hitl,
  folderWith,
  serveHitl,
  type ListeningHitl,
} from '../../tests/serve-process.fixture.ts';

const SECONDS = { timeout: 180_000 };
const KEY = '5e'.repeat(32);
const SECRET = 'corr3ct-horse-battery';

/** A server that relays mailboxes and stores its runs in a separate folder. */
interface RelayServer {
  readonly home: string;
  readonly server: ListeningHitl;
  /** The pending requests, once there are `count`. */
  readonly waits: (count: number) => Promise<readonly InteractionRequest[]>;
  readonly respond: (
    request: InteractionRequest,
    answer: Record<string, unknown>,
  ) => Promise<Response>;
  readonly view: (id: string) => Promise<InteractionView>;
}

async function serveRelay(
  folders: readonly AgentFolder[],
  home?: string,
  flags: readonly string[] = [],
): Promise<RelayServer> {
  const cwd = home ?? (await folderWith({}));
  const mailboxes = folders.flatMap(({ path }) => ['--mailbox', path]);
  const server = await serveHitl([...mailboxes, ...flags], { cwd, env: { HITL_SECRET_KEY: KEY } });
  const listed = async (): Promise<readonly InteractionRequest[]> => {
    const page = await fetch(`${server.url}/interactions?status=pending`);
    return ((await page.json()) as InteractionPage).interactions;
  };
  return {
    home: cwd,
    server,
    waits: (count) =>
      vi.waitUntil(
        async () => {
          const found = await listed();
          return found.length === count ? found : undefined;
        },
        { timeout: 60_000 },
      ),
    respond: ({ id: request_id, type }, answer) =>
      send(
        `${server.url}/interactions/${request_id}/respond`,
        { request_id, type, ...answer },
        { accept: 'application/json' },
      ),
    view: async (id) =>
      (await (await fetch(`${server.url}/interactions/${id}`)).json()) as InteractionView,
  };
}

async function asking(turns: readonly Turn[], config = {}): Promise<AgentFolder> {
  const folder = await agentFolder([...turns, { text: 'done' }], config);
  expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
  return folder;
}

/** The answer, once it is in the mailbox. */
function written({ paths }: AgentFolder): Promise<string> {
  return vi.waitUntil(
    () => (existsSync(paths.response) ? readFileSync(paths.response, 'utf8') : undefined),
    { timeout: 60_000 },
  );
}

/** The content of all files in a folder, as one text. */
function everythingIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
}

describe('hitl serve --mailbox', SECONDS, () => {
  test('shows a call as in the journal, and a yes there lets it run', async () => {
    const folder = await asking([bash('echo hi > out')]);
    const { waits, respond, view } = await serveRelay([folder]);
    const [request] = await waits(1);
    if (request === undefined) throw new Error('nothing waits');
    const { mailbox } = request.metadata;
    expect(request).toMatchObject({
      purpose: 'authorization',
      tool_name: 'bash',
      tool_args: { command: 'echo hi > out' },
      session_id: folder.metadata().run_id,
      user_id: 'local',
      allowed_actions: ['approve', 'deny'],
      metadata: { resource: 'bash(echo hi > out)', rememberable: false, suggested_patterns: [] },
    });
    expect(request.args_digest).toMatch(/^[0-9a-f]{64}$/);
    expect(mailbox).toEqual({
      directory: folder.path,
      interaction_id: folder.request()?.request_id,
      tool_call_id: 'bash_1',
    });
    const edited = { action: 'modify_args', modified_args: { command: 'true' } };
    expect((await respond(request, edited)).status).toBe(422);
    expect((await respond(request, { confirmed: true })).status).toBe(200);
    expect(await written(folder)).toBe('yes\n');
    expect(statSync(folder.paths.response).mode & 0o777).toBe(0o600);
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(folder.file('out')).toBe('hi\n');
    expect((await view(request.id)).status).toBe('answered');
    await waits(0);
  });

  test.each<[Turn, Record<string, unknown>, string]>([
    [ask('Colour?'), { text: 'Dark\nblue' }, 'Dark\nblue'],
    [ask('Sure?', { input_type: 'confirmation' }), { confirmed: false }, 'no'],
    [
      ask('Which?', {
        interaction: {
          type: 'select',
          multiple: true,
          allow_other: true,
          options: ['a', 'b', 'c,d'].map((value) => ({ value, label: value })),
        },
      }),
      { selected_values: ['c,d', 'a'], other: 'mine' },
      '{"other":"mine","selected_values":["c,d","a"]}',
    ],
  ])('writes the answer to %j in the format of the mailbox', async (turn, answer, expected) => {
    const folder = await asking([turn]);
    const { waits, respond } = await serveRelay([folder]);
    const [request] = await waits(1);
    if (request === undefined) throw new Error('nothing waits');
    expect((await respond(request, answer)).status).toBe(200);
    await written(folder);
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(folder.results()[0]?.['observation_content']).toBe(expected);
  });

  test('answers each part of a combined question in turn, after one answer', async () => {
    const folder = await asking([
      ask('Both', {
        interaction: {
          type: 'combined',
          interactions: [
            { id: 'name', type: 'input', title: 'Name?' },
            { id: 'sure', type: 'confirm', title: 'Sure?' },
          ],
        },
      }),
    ]);
    const { waits, respond } = await serveRelay([folder]);
    const [request] = await waits(1);
    if (request === undefined) throw new Error('nothing waits');
    const responses = [
      { request_id: 'name', type: 'input', text: 'Ada' },
      { request_id: 'sure', type: 'confirm', confirmed: true },
    ];
    expect((await respond(request, { responses })).status).toBe(200);
    expect(await written(folder)).toBe('Ada\n');
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(await written(folder)).toBe('yes\n');
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(folder.results()[0]?.['observation_content']).toContain('Ada');
  });

  test("asks a person, whatever the server's own configuration allows", async () => {
    const folder = await asking([bash('echo hi > out')]);
    const home = await folderWith({
      'hitl/all.yaml': [
        'type: server\ndefault_policy: allow\n',
        'type: model\nname: m\nprovider: scripted\nturns: []\n',
        'type: permission_store\nname: rules\nstore_type: inmemory\n',
        'type: agent\nname: a\nmodel: m\ntools: [bash]\npermission_store: rules\nconsent_timeout_ms: 1\n',
      ].join('---\n'),
    });
    const { waits, respond } = await serveRelay([folder], home, ['--config', 'hitl']);
    const [request] = await waits(1);
    if (request === undefined) throw new Error('nothing waits');
    expect(request).not.toHaveProperty('expires_at');
    expect((await respond(request, { action: 'deny' })).status).toBe(200);
    expect(await written(folder)).toBe('no\n');
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(existsSync(join(folder.path, 'out'))).toBe(false);
    expect(folder.results()[0]?.['observation_content']).toContain('User denied consent');
  });

  test('asks about a call whose process crashed, and reports its result', async () => {
    const folder = await agentFolder([bash('kill -9 $PPID; sleep 1'), { text: '{{bash_1}}' }], {
      tool_policies: { bash: 'allow' },
    });
    await folder.delta(['run']);
    expect((await folder.delta(['run', '--recover'])).code).toBe(101);
    const { waits, respond } = await serveRelay([folder]);
    const [request] = await waits(1);
    if (request === undefined) throw new Error('nothing waits');
    const responses = [
      { request_id: 'what', type: 'select', selected_values: ['mark_done'] },
      { request_id: 'result', type: 'input', text: 'it said hi' },
    ];
    expect((await respond(request, { responses })).status).toBe(200);
    expect(await written(folder)).toBe('mark_done it said hi\n');
    expect(await folder.delta(['run'])).toMatchObject({ code: 0, stdout: 'it said hi\n' });
  });

  test('writes a secret only to response.txt and its sealed vault', async () => {
    const folder = await asking([ask('Password?', { sensitive: true })]);
    const { waits, respond, home, server } = await serveRelay([folder]);
    const [request] = await waits(1);
    if (request === undefined) throw new Error('nothing waits');
    const told = await (await respond(request, { text: SECRET })).text();
    expect(await written(folder)).toBe(`${SECRET}\n`);
    expect((await folder.delta(['run'])).code).toBe(0);
    await waits(0);
    server.kill('SIGTERM');
    const { code, stdout, stderr } = await server.ended;
    expect(code).toBe(0);
    for (const text of [told, stdout, stderr, everythingIn(home), everythingIn(folder.path)]) {
      expect(text).not.toContain(SECRET);
    }
  });

  test('drops a secret that was read while no server was running', async () => {
    const folder = await asking([ask('Password?', { sensitive: true })]);
    const first = await serveRelay([folder]);
    const [request] = await first.waits(1);
    if (request === undefined) throw new Error('nothing waits');
    await first.respond(request, { text: SECRET });
    await written(folder);
    first.server.kill('SIGKILL');
    await first.server.ended;
    const database = openSqlite({ path: join(first.home, '.hitl', 'hitl.db') });
    onTestFinished(() => void database.close());
    const secrets = (): number => database.prepare('select 1 from hitl_secrets').all().length;
    expect(secrets()).toBe(1);
    expect((await folder.delta(['run'])).code).toBe(0);
    await serveRelay([folder], first.home);
    await vi.waitUntil(() => secrets() === 0, { timeout: 60_000 });
  });

  test('withdraws what was answered in a terminal, and shows the next question', async () => {
    const folder = await asking([ask('First?'), ask('Second?')]);
    const { waits, view } = await serveRelay([folder]);
    const [first] = await waits(1);
    await folder.answer('here\n');
    await waits(0);
    expect((await view(first?.id ?? '')).status).toBe('cancelled');
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(await waits(1)).toMatchObject([{ title: 'Second?' }]);
  });

  test('asks again if a valid answer was deleted, and keeps one that exists', async () => {
    const folder = await asking([ask('Colour?')]);
    const { waits, respond } = await serveRelay([folder]);
    const [before] = await waits(1);
    await folder.answer('here\n');
    await waits(0);
    await rm(folder.paths.response);
    const [again] = await waits(1);
    if (again === undefined) throw new Error('nothing waits');
    expect(again.id).not.toBe(before?.id);
    expect((await respond(again, { text: 'there' })).status).toBe(200);
    expect(await written(folder)).toBe('there\n');
    expect((await respond(again, { text: 'elsewhere' })).status).toBe(409);
    expect(readFileSync(folder.paths.response, 'utf8')).toBe('there\n');
  });

  test('shows a question once, even if less is known about it later', async () => {
    const folder = await asking([ask('Colour?')]);
    const { waits, respond, view } = await serveRelay([folder]);
    const [before] = await waits(1);
    const journal = join(runPaths(folder.paths, 'LATEST').execution, 'journal.jsonl');
    await rename(journal, `${journal}.old`);
    await utimes(folder.paths.request, new Date(), new Date());
    const [again] = await vi.waitUntil(
      async () => {
        const found = await waits(1);
        return found[0]?.id === before?.id ? undefined : found;
      },
      { timeout: 60_000 },
    );
    if (again === undefined) throw new Error('nothing waits');
    expect((await view(before?.id ?? '')).status).toBe('cancelled');
    expect((await respond(again, { text: 'blue' })).status).toBe(200);
    expect(await written(folder)).toBe('blue\n');
    await waits(0);
  });

  test('writes the answer after a restart if killed before it reached the mailbox', async () => {
    const folder = await asking([ask('Password?', { sensitive: true })]);
    const first = await serveRelay([folder]);
    const [request] = await first.waits(1);
    if (request === undefined) throw new Error('nothing waits');
    // A process that runs there has the lock, so nothing can be written yet.
    const holder = await heldLock(folder);
    expect((await first.respond(request, { text: SECRET })).status).toBe(200);
    first.server.kill('SIGKILL');
    await first.server.ended;
    expect(existsSync(folder.paths.response)).toBe(false);
    holder();
    const second = await serveRelay([folder], first.home);
    expect(await written(folder)).toBe(`${SECRET}\n`);
    expect(await second.waits(0)).toEqual([]);
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(folder.results()).toHaveLength(1);
  });

  test('shows a pending request again once if killed while it waits', async () => {
    const folder = await asking([ask('Colour?')]);
    const first = await serveRelay([folder]);
    const [request] = await first.waits(1);
    first.server.kill('SIGKILL');
    await first.server.ended;
    const second = await serveRelay([folder], first.home);
    const [again] = await second.waits(1);
    expect(again?.id).toBe(request?.id);
    // Of two servers on one mailbox, one writes.
    const third = await serveRelay([folder]);
    const [other] = await third.waits(1);
    if (again === undefined || other === undefined) throw new Error('nothing waits');
    await Promise.all([
      second.respond(again, { text: 'second' }),
      third.respond(other, { text: 'third' }),
    ]);
    const answer = await written(folder);
    expect(['second\n', 'third\n']).toContain(answer);
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(folder.results()[0]?.['observation_content']).toBe(answer.trim());
  });

  test('relays several directories, and distinguishes them', async () => {
    const one = await asking([ask('One?')]);
    const two = await asking([ask('Two?')]);
    const { waits, respond } = await serveRelay([one, two]);
    const requests = await waits(2);
    await Promise.all(requests.map((request) => respond(request, { text: `to ${request.title}` })));
    expect(await written(one)).toBe('to One?\n');
    expect(await written(two)).toBe('to Two?\n');
  });

  test('requires an existing mailbox', async () => {
    const cwd = await folderWith({});
    const { code, stderr } = await hitl(['serve', '--mailbox', 'none'], { cwd }).ended;
    expect(code).toBe(2);
    expect(stderr).toMatch(/^hitl: --mailbox: .*none is not a folder\.\n$/);
    expect(readdirSync(cwd)).toEqual([]);
  });
});

async function heldLock({ paths }: AgentFolder): Promise<() => void> {
  const { tryLock } = await import('@hitl/server/sqlite');
  const lock = tryLock(paths.lock);
  if (lock === null) throw new Error('somebody else has the lock');
  let held = true;
  const release = (): void => {
    if (held) lock.release();
    held = false;
  };
  onTestFinished(release);
  return release;
}
