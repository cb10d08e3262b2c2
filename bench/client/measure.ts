import { READERS, type Reader } from './readers.ts';
import { CHUNKS, events } from './workload.ts';

/** What one reader did with the bytes in pieces of one size. */
export interface Measured {
  readonly name: string;
  /** The shortest pass over all events, in milliseconds: one number for each round. */
  readonly round_ms: readonly number[];
  /** The time from one chunk to the next, in milliseconds: 99 of 100 are shorter. */
  readonly p99_ms: number;
}

const WARM_UP = 5;
const ROUNDS = 25;
const SLICE_MS = 100;

const size = process.argv[2] ?? '';
const chunks = CHUNKS[size]?.();
if (chunks === undefined) throw new Error(`There is no size ${size}.`);

async function pass(read: Reader): Promise<number> {
  const started = performance.now();
  await read(chunks ?? []);
  return performance.now() - started;
}

/* oxlint-disable no-await-in-loop -- one at a time, or they would measure each other */
const readers: { name: string; read: Reader; round_ms: number[]; gaps: number[] }[] = [];
for (const [name, create] of Object.entries(READERS)) {
  readers.push({ name, read: await create(), round_ms: [], gaps: [] });
}

// In turns, so that what else the machine does meets all of them. The shortest pass of a round is the
// one that was disturbed least; the first rounds are for the compiler.
for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
  for (const { read, round_ms } of readers) {
    globalThis.gc?.();
    const until = performance.now() + SLICE_MS;
    let best = Infinity;
    while (performance.now() < until) best = Math.min(best, await pass(read));
    if (round >= WARM_UP) round_ms.push(best);
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
/* oxlint-enable no-await-in-loop */

const measured: Measured[] = readers.map(({ name, round_ms, gaps }) => ({
  name,
  round_ms,
  p99_ms: gaps.toSorted((left, right) => left - right)[Math.floor(gaps.length * 0.99)] ?? 0,
}));
console.log(JSON.stringify({ events: events.length, measured }));
