import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHitl, type Hitl } from './create-hitl.ts';
import { globalHitl, type GlobalHitl } from './global-hitl.ts';
import { createScriptedModel } from './models/scripted.ts';
import { createSqliteStore } from './store/sqlite.ts';

const agents = [{ name: 'clerk' }];
const models = () => [createScriptedModel({ name: 'main', turns: [{ text: 'Done.' }] })];
const createClerk = (): Hitl => createHitl({ agents, models: models() });

/** A server under a new key, closed with the test. */
function slot(create: () => Hitl | Promise<Hitl>): { key: string; hitl: GlobalHitl } {
  const key = `test ${expect.getState().currentTestName ?? ''}`;
  const hitl = globalHitl(key, create);
  onTestFinished(() => hitl.close(0));
  return { key, hitl };
}

const get = (hitl: GlobalHitl, path: string): Promise<Response> =>
  hitl.fetch(new Request(`http://localhost${path}`));

test('two copies of the module share one server, created on first use', async () => {
  let made = 0;
  const create = (): Hitl => {
    made += 1;
    return createClerk();
  };
  const { key, hitl } = slot(create);
  vi.resetModules();
  const copy = await import('./global-hitl.ts');
  expect(copy.globalHitl).not.toBe(globalHitl);
  const other = copy.globalHitl(key, create);
  expect(made).toBe(0);

  const [server, same] = await Promise.all([hitl.get(), other.get()]);
  expect(same).toBe(server);
  expect(made).toBe(1);
  expect((await get(other, '/healthz')).status).toBe(200);
});

test('another key has another server', async () => {
  const { hitl } = slot(createClerk);
  const other = globalHitl('another key', createClerk);
  onTestFinished(() => other.close(0));
  expect(await other.get()).not.toBe(await hitl.get());
});

test('nothing is opened before the first use, and close opens nothing either', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-global-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'runs.db');
  const { hitl } = slot(() =>
    createHitl({ agents, models: models(), sessionStore: createSqliteStore({ path: file }) }),
  );
  await hitl.close();
  expect(existsSync(file)).toBe(false);
  expect((await get(hitl, '/sessions')).status).toBe(200);
  expect(existsSync(file)).toBe(true);
});

test('an error of a factory is reported, and the factory is called again at the next use', async () => {
  let tries = 0;
  const { hitl } = slot(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no database yet');
    return createClerk();
  });
  await expect(get(hitl, '/healthz')).rejects.toThrow('no database yet');
  await hitl.start();
  expect((await get(hitl, '/healthz')).status).toBe(200);
  expect(tries).toBe(2);
});

test('after close the next use creates a new server', async () => {
  const { hitl } = slot(createClerk);
  const first = await hitl.get();
  await Promise.all([hitl.close(0), hitl.close(0)]);
  expect(await hitl.get()).not.toBe(first);
});

test('a server that is being closed is not used again', async () => {
  const { hitl } = slot(createClerk);
  const first = await hitl.get();
  const closing = hitl.close(0);
  const next = await hitl.get();
  await closing;
  expect(next).not.toBe(first);
  expect(await hitl.get()).toBe(next);
});

test('an invalid key, factory or server is refused by name', async () => {
  const untyped = globalHitl as (key: unknown, create: unknown) => GlobalHitl;
  expect(() => untyped('', createClerk)).toThrow('globalHitl takes a name as its key, not "".');
  expect(() => untyped(createClerk, undefined)).toThrow('globalHitl takes a name as its key');
  expect(() => untyped('served', createHitl({ agents, models: models() }))).toThrow(
    'globalHitl("served", …) takes a function that makes the server: () => createHitl({ … }).',
  );
  const empty = untyped('empty', () => undefined);
  await expect(empty.get()).rejects.toThrow(
    'The function given to globalHitl("empty", …) returned no server of createHitl.',
  );
});
