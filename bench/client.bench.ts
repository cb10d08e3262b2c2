import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import type { Measured } from './client/measure.ts';
import { AVERAGE, CHUNKS } from './client/workload.ts';
import { installPeers } from './peers.ts';

/**
 * From bytes to a checked, deduplicated, folded event in a
 * store's snapshot, beside the plainest loop over the same bytes that one would write (read, decode,
 * take apart, JSON.parse) and beside the AI SDK's reader with the schema of our events. Each size of
 * chunk has a process of its own, in which the three take turns; nothing in it is transformed, so it
 * is the code that a bundle holds. Read the ratios, not the numbers.
 */
const run = promisify(execFile);
const script = fileURLToPath(new URL('client/measure.ts', import.meta.url));

async function measure(size: string): Promise<{ events: number; measured: Measured[] }> {
  const args = ['--conditions=@hitl/source', '--expose-gc', script, size];
  const { stdout } = await run(process.execPath, args);
  return JSON.parse(stdout) as { events: number; measured: Measured[] };
}

for (const size of Object.keys(CHUNKS)) {
  test(`from bytes to folded events, ${size} a chunk`, { timeout: 300_000 }, async () => {
    installPeers();
    const { events, measured } = await measure(size);
    // The best round of all: what else the machine does only ever adds to one.
    const best = (wanted: string): number =>
      Math.min(...(measured.find(({ name }) => name === wanted)?.roundMs ?? []));
    const ratio = (left: string, right: string): string => (best(left) / best(right)).toFixed(2);
    const lines = measured.map(({ name, p99Ms }) => {
      const speed = `${Math.round(events / best(name)).toLocaleString('en')}k events/s`;
      return `${name.padEnd(12)}${speed.padEnd(18)}all in ${best(name).toFixed(1)} ms of processor, from chunk to chunk p99 ${p99Ms.toFixed(2)} ms`;
    });
    lines.push(
      `client: ${ratio('plain loop', 'client')} of the plain loop's speed, ${ratio('AI SDK', 'client')} times the AI SDK's`,
    );
    console.log(`\n${events} events of ${AVERAGE} bytes, ${size} a chunk\n${lines.join('\n')}`);
  });
}
