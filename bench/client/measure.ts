import { READERS, type Reader } from './readers.ts';
import { CHUNKS, events } from './workload.ts';

/** Results of one reader at one chunk size. */
export interface Measured {
  readonly name: string;
  /** A pass over all events, in milliseconds of processor time: the mean of each round. */
  readonly roundMs: readonly number[];
  /** The time from one chunk to the next, in milliseconds: 99 of 100 are shorter. */
  readonly p99Ms: number;
}

/** Passes before any is counted: after fewer the compiler is still at work. */
const WARM_UP = 40;
const ROUNDS = 25;
const ROUND_MS = 100;

const size = process.argv[2] ?? '';
const chunks = CHUNKS[size]?.();
if (chunks === undefined) throw new Error(`There is no size ${size}.`);

/** Processor time of this thread in milliseconds. */
function used(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

async function timed(read: Reader): Promise<number> {
  const started = used();
  let passes = 0;
  while (used() - started < ROUND_MS) {
    await read(chunks ?? []);
    passes += 1;
  }
  return (used() - started) / passes;
}

const readers: { name: string; read: Reader; round_ms: number[]; gaps: number[] }[] = [];
for (const [name, create] of Object.entries(READERS)) {
  readers.push({ name, read: await create(), round_ms: [], gaps: [] });
}

// In turns, so that what slows the machine down meets all of them.
for (let at = 0; at < WARM_UP; at += 1) for (const { read } of readers) await read(chunks);
for (let round = 0; round < ROUNDS; round += 1) {
  for (const { read, round_ms } of readers) {
    globalThis.gc?.();
    round_ms.push(await timed(read));
  }
}

for (const { read, gaps } of readers) {
  let last = performance.now();
  await read(chunks, () => {
    const now = performance.now();
    gaps.push(now - last);
    last = now;
  });
}

const measured: Measured[] = readers.map(({ name, round_ms: roundMs, gaps }) => ({
  name,
  roundMs,
  p99Ms: gaps.toSorted((left, right) => left - right)[Math.floor(gaps.length * 0.99)] ?? 0,
}));
console.log(JSON.stringify({ events: events.length, measured }));
