import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { InteractionRequest } from '@hitl/protocol';
import { createHitl } from '@hitl/server';
import { serve } from '@hitl/server/node';
import {
  createSqliteBus,
  createSqlitePermissionStore,
  createSqliteStore,
  openSqlite,
} from '@hitl/server/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { createHitlClient, type HitlClient } from '../client/client.ts';

const SCRIPT = fileURLToPath(new URL('./host.fixture.ts', import.meta.url));

interface World {
  readonly client: HitlClient;
  readonly url: string;
  readonly path: string;
  readonly ledger: string;
  readonly effects: () => string[];
}

/** A server on a SQLite file, which other processes may open too. */
async function world(): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-hosts-'));
  const path = join(folder, 'hitl.db');
  const ledger = join(folder, 'ledger');
  writeFileSync(ledger, '');
  const database = openSqlite({ path });
  const hitl = createHitl({
    agents: [],
    sessionStore: createSqliteStore({ database }),
    permissionStore: createSqlitePermissionStore({ database }),
    bus: createSqliteBus({ database, intervalMs: 20 }),
  });
  // A machine with much else to do takes longer than the default to deliver a request.
  const server = await serve({ handler: hitl, port: 0, requestTimeoutMs: 180_000 });
  onTestFinished(async () => {
    await server.close(0);
    await hitl.close();
    database.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const client = createHitlClient({ baseUrl: server.url, timeoutMs: 180_000 });
  await client.allow('ann', { resource: 'ruled(*)' });
  const effects = () => readFileSync(ledger, 'utf8').split('\n').filter(Boolean);
  return { client, url: server.url, path, ledger, effects };
}

interface Host {
  readonly child: ChildProcess;
  readonly said: Promise<{ ran: number; contents: string[] }>;
}

function host(target: string, ledger: string, way: 'run' | 'hang', count: number): Host {
  const args = ['--conditions=@hitl/source', SCRIPT, target, ledger, way, String(count)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const said = text(child.stdout).then((output) => JSON.parse(output || 'null') as never);
  return { child, said };
}

async function killed({ child }: Host): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await gone;
}

/** Passes on each request once, as it arrives. */
function eachRequest(client: HitlClient, take: (request: InteractionRequest) => void): void {
  const seen = new Set<string>();
  const look = (request: InteractionRequest): void => {
    if (seen.has(request.id)) return;
    seen.add(request.id);
    take(request);
  };
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  client.inboxEvents(
    {},
    {
      signal: stop.signal,
      onSnapshot: (requests) => requests.forEach(look),
      onEvent: (event) => {
        if (event.type === 'interaction_request') look(event.data.interaction_request);
      },
    },
  );
}

function firstRequest(client: HitlClient, purpose: string): Promise<InteractionRequest> {
  return new Promise((resolve) => {
    eachRequest(client, (request) => {
      if (request.purpose === purpose) resolve(request);
    });
  });
}

test('two hosts in two processes run two hundred calls, with and without approval, once each', async () => {
  const { client, url, path, ledger, effects } = await world();
  const unanswered = new Promise<never>((_, reject) => {
    eachRequest(client, ({ id }) => {
      client.respond({ request_id: id, type: 'confirm', action: 'approve' }).catch(reject);
    });
  });
  const hosts = [host(path, ledger, 'run', 200), host(url, ledger, 'run', 200)];
  const saying = Promise.all(hosts.map(({ said }) => said));
  const [first, second] = await Promise.race([saying, unanswered]);
  const all = Array.from({ length: 200 }, (_, n) => `did ${n}`);
  expect(first?.contents).toEqual(all);
  expect(second?.contents).toEqual(all);
  expect((first?.ran ?? 0) + (second?.ran ?? 0)).toBe(200);
  expect(new Set(effects()).size).toBe(200);
  expect(effects()).toHaveLength(200);
}, 600_000);

test('a host that is killed while a request is pending finds the answer after its restart', async () => {
  const { client, url, ledger, effects } = await world();
  const before = host(url, ledger, 'run', 1);
  const { id } = await firstRequest(client, 'authorization');
  await killed(before);
  await client.respond({ request_id: id, type: 'confirm', action: 'approve' });
  expect(await host(url, ledger, 'run', 1).said).toEqual({ ran: 1, contents: ['did 0'] });
  expect(await host(url, ledger, 'run', 1).said).toEqual({ ran: 0, contents: ['did 0'] });
  expect(effects()).toHaveLength(1);
});

test('a host that is killed while it runs a call leaves a question, and no second effect', async () => {
  const { client, url, ledger, effects } = await world();
  const before = host(url, ledger, 'hang', 1);
  const running = new Promise<void>((resolve) => {
    const watcher = watch(ledger, () => {
      if (effects().length === 0) return;
      watcher.close();
      resolve();
    });
  });
  const { id } = await firstRequest(client, 'authorization');
  await client.respond({ request_id: id, type: 'confirm', action: 'approve' });
  await running;
  await killed(before);
  const after = host(url, ledger, 'run', 1);
  const { id: recovery } = await firstRequest(client, 'recovery');
  await client.respond({
    request_id: recovery,
    type: 'select',
    selected_values: ['mark_done'],
    text: 'I looked: it did',
  });
  expect(await after.said).toEqual({ ran: 0, contents: ['I looked: it did'] });
  expect(effects()).toHaveLength(1);
});
