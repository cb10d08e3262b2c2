import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'vitest';
import { openReaders, type Readers } from './sse/readers.ts';
import type { Report } from './sse/server.ts';

/**
 * Server CPU per delivered event with 1,000 streams, and memory per
 * idle stream, beside one shared frame on `node:http`. Each server has its own process; they take
 * turns. Read the ratios, not the numbers.
 */
const STREAMS = 1000;
const EVENTS = 200;
const ROUNDS = 5;
const IDLE = 5000;

interface Measured {
  readonly child: ChildProcess;
  readonly port: number;
  readonly path: string;
}

async function start(variant: string): Promise<Measured> {
  const child = fork(new URL('sse/server.ts', import.meta.url), [variant], {
    execArgv: ['--conditions=@hitl/source', '--expose-gc'],
  });
  const { port = 0, path = '/' } = await next(child);
  return { child, port, path };
}

async function next(child: ChildProcess): Promise<Report> {
  const [report] = (await once(child, 'message')) as [Report];
  return report;
}

async function tell(child: ChildProcess, events: number): Promise<Report> {
  const answer = next(child);
  child.send(events);
  return answer;
}

/** Microseconds of CPU per delivered event. */
async function burst({ child }: Measured, readers: Readers, events: number): Promise<number> {
  const before = await tell(child, 0);
  const all = readers.read(events * STREAMS);
  await tell(child, events);
  await all;
  const after = await tell(child, 0);
  return (after.cpuUs - before.cpuUs) / (events * STREAMS);
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

test('server CPU per delivered event, 1,000 streams', { timeout: 300_000 }, async () => {
  const names = ['shared', 'ours'];
  const servers = await Promise.all(names.map(start));
  const readers: Readers[] = [];
  for (const { port, path } of servers) {
    readers.push(await openReaders(port, `${path}?after=1`, STREAMS));
  }
  const taken: number[][] = names.map(() => []);
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const [index, server] of servers.entries()) {
      const cost = await burst(server, readers[index] as Readers, EVENTS);
      if (round >= 0) taken[index]?.push(cost);
    }
  }
  const [shared, ours] = taken.map(median) as [number, number];
  console.table({
    'shared frame on node:http': { 'us per event': shared.toFixed(2), ratio: '1.00' },
    'handler, feed and store': {
      'us per event': ours.toFixed(2),
      ratio: (ours / shared).toFixed(2),
    },
  });
  for (const reader of readers) reader.close();
  for (const { child } of servers) child.kill();
});

test(`memory per idle stream, ${IDLE} streams`, { timeout: 300_000 }, async () => {
  const table: Record<string, unknown> = {};
  for (const variant of ['shared', 'ours']) {
    const server = await start(variant);
    const warm = await openReaders(server.port, `${server.path}?after=1`, 200);
    await burstOnce(server, warm);
    const before = await tell(server.child, 0);
    // They begin at the end, as most that are idle do: a replay is work, not idleness.
    const readers = await openReaders(server.port, `${server.path}?after=21`, IDLE);
    const after = await tell(server.child, 0);
    table[variant] = { 'KiB per stream': ((after.rss - before.rss) / 1024 / IDLE).toFixed(1) };
    warm.close();
    readers.close();
    server.child.kill();
  }
  console.table(table);
});

async function burstOnce({ child }: Measured, readers: Readers): Promise<void> {
  const all = readers.read(200 * 20);
  await tell(child, 20);
  await all;
}
