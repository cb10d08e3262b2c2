/**
 * One server of the SSE measurement, in its own process so that its CPU time is its own. It serves
 * event streams and appends events on request.
 *
 * - `shared`: `node:http` writing one prepared frame to every response: the least there is.
 * - `ours`: the handler with its authorization and filters, the feed and the memory store.
 */
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runStarted, stepCompleted } from '@hitl/protocol/testing';
import { createFeed } from '../../packages/server/src/streams/create-feed.ts';
import { createLocalBus } from '../../packages/server/src/store/bus/local.ts';
import { createEngine } from '../../packages/server/src/engine/create-engine.ts';
import { createHandler } from '../../packages/server/src/http/handler.ts';
import { serve } from '../../packages/server/src/node/index.ts';
import { createMemoryPermissionStore } from '../../packages/server/src/store/memory-permissions.ts';
import { createMemoryStore } from '../../packages/server/src/store/memory.ts';
import { createSessionWriter } from '../../packages/server/src/testing/session-writer.ts';

/** Messages to the parent process. */
export interface Report {
  readonly path?: string;
  readonly port?: number;
  readonly cpuUs: number;
  readonly rss: number;
}

interface Variant {
  readonly port: number;
  readonly path: string;
  /** Delivers one event to all streams. */
  emit(): Promise<void> | void;
}

const content = 'x'.repeat(60);

async function shared(): Promise<Variant> {
  const streams = new Set<ServerResponse>();
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
    response.flushHeaders();
    streams.add(response);
    response.on('close', () => streams.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  let seq = 0;
  return {
    port: (server.address() as AddressInfo).port,
    path: '/',
    emit() {
      seq += 1;
      const event = {
        ...stepCompleted({ content }),
        seq,
        session_id: 'ses_1',
        root_run_id: 'run_1',
      };
      const frame = Buffer.from(
        `id: ${seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
      );
      for (const response of streams) response.write(frame);
    },
  };
}

async function ours(): Promise<Variant> {
  const store = createMemoryStore();
  const bus = createLocalBus();
  const feed = createFeed({ store, bus });
  const permissions = createMemoryPermissionStore();
  const engine = createEngine({ store, permissions, bus, feed, agents: [] });
  const handler = createHandler({
    engine,
    authenticate: () => ({ userId: 'ada', roles: [] }),
  });
  const key = { tenantId: 'default', sessionId: 'ses_1' };
  const writer = createSessionWriter(store, key, feed);
  await writer.append(runStarted());
  const { port } = await serve({ handler, port: 0 });
  return {
    port,
    path: '/runs/run_1/events',
    async emit() {
      await writer.append(stepCompleted({ content }));
    },
  };
}

const variants: Readonly<Record<string, () => Promise<Variant>>> = { shared, ours };
const variant = await variants[process.argv[2] ?? '']?.();
if (variant === undefined) throw new Error('name a variant: shared or ours');

const report = (more: Partial<Report> = {}): void => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { rss } = process.memoryUsage();
  process.send?.({ cpuUs: user + system, rss, ...more } satisfies Report);
};

process.on('message', (events: number) => {
  void (async () => {
    for (let count = 0; count < events; count += 1) {
      await variant.emit();
      await new Promise((resolve) => setImmediate(resolve));
    }
    report();
  })();
});
report({ port: variant.port, path: variant.path });
