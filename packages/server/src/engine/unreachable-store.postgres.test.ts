import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Pool } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import type { ToolContext } from '../agents/tool.ts';
import { createPostgresStore } from '../store/postgres.ts';
import {
  ALICE,
  ledgerTool,
  newLedger,
  pendingOf,
  scripted,
  valueOf,
  world,
} from './engine.fixture.ts';

/** A network between a server and its database, which can be cut. */
async function network(target: URL) {
  const sockets = new Set<Socket>();
  let state: 'open' | 'refusing' | 'silent' = 'open';
  const listener = createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy()).on('close', () => sockets.delete(near));
    if (state === 'refusing') near.destroy();
    if (state !== 'open') return;
    const far = connect(Number(target.port), target.hostname);
    sockets.add(far);
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    const pass = (from: Socket, to: Socket) =>
      from.on('data', (data) => void (state === 'open' && to.write(data)));
    pass(near, far);
    pass(far, near);
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const drop = () => sockets.forEach((socket) => socket.destroy());
  onTestFinished(() => {
    drop();
    listener.close();
  });
  const url = new URL(target);
  url.host = `127.0.0.1:${(listener.address() as AddressInfo).port}`;
  return {
    url: url.href,
    cut: (how: 'refusing' | 'silent') => {
      state = how;
      if (how === 'refusing') drop();
    },
    restore: () => {
      state = 'open';
      drop();
    },
  };
}

test.each(['refusing', 'silent'] as const)(
  'a tool is stopped while the network to PostgreSQL is %s, and a person is asked about it afterwards',
  async (how) => {
    const admin = new Pool({ connectionString: inject('postgresUrl') });
    const schema = `hitl_${crypto.randomUUID().replaceAll('-', '')}`;
    await admin.query(`create schema ${schema}`);
    onTestFinished(async () => {
      await admin.query(`drop schema ${schema} cascade`);
      await admin.end();
    });
    const { url, cut, restore } = await network(new URL(inject('postgresUrl')));
    const pool = new Pool({ connectionString: url, options: `-c search_path=${schema}` });
    pool.on('error', () => undefined);
    onTestFinished(() => pool.end());

    let passed = 0;
    const ledger = newLedger();
    let begin: (context: ToolContext) => void = () => {};
    const began = new Promise<ToolContext>((resolve) => {
      begin = resolve;
    });
    const tool = ledgerTool(ledger, 'pay', { requiresConsent: false }, (_, context) => {
      begin(context);
      return new Promise((_resolve, reject) => {
        context.signal.addEventListener('abort', () => reject(context.signal.reason));
      });
    });
    const calls = [{ id: 'a', name: 'pay', args: {} }];
    const { agent } = scripted([{ calls }, { text: 'end' }], [tool]);
    const { engine, errors } = world([agent], ledger, {
      store: createPostgresStore({ pool }),
      owner: 'here:1',
      liveness: { prefix: 'here:', isGone: () => false },
      now: () => Date.now() + passed,
    });
    engine.start();
    onTestFinished(() => engine.close(0));
    valueOf(await engine.createRun(ALICE, { agent_id: 'agent', input: 'go' }));
    const { signal } = await began;

    cut(how);
    passed += 20_000;
    await expect.poll(() => signal.aborted).toBe(true);
    restore();
    await expect
      .poll(() => pendingOf(engine, ALICE).catch(() => []))
      .toMatchObject([{ purpose: 'recovery', tool_name: 'pay' }]);
    expect(ledger.runs).toHaveLength(1);
    expect(errors).not.toEqual([]);
  },
);
