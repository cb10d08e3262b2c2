import { ENGINES } from './engines.ts';
import { expected, workload, type Question } from './workload.ts';

/** Results of one engine at one size, printed as JSON by a process of its own. */
export interface Measured {
  /** CPU microseconds of one check, the best of several rounds. */
  readonly checkUs: number;
  readonly buildMs: number;
  /** Answers that differ from a plain walk over the prefixes. */
  readonly wrong: number;
  readonly heapMb: number;
  /** CPU microseconds of adding one rule and removing it; absent where an engine has no such thing. */
  readonly editUs?: number;
}

const ROUNDS = 7;
const ROUND_US = 400_000;

function cpu(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

const [name = '', question = 'plain', count = '10'] = process.argv.slice(2);
const engine = ENGINES[name];
if (engine === undefined) throw new Error(`There is no engine called ${name}.`);
const load = workload(question as Question, Number(count));
const answers = expected(load);

globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
const started = performance.now();
const { answer, edit } = await engine(load, question as Question);
const buildMs = performance.now() - started;
globalThis.gc?.();
const heapMb = (process.memoryUsage().heapUsed - heap) / 1e6;

// A peer that scans does but a few checks; the others are not verified.
let wrong = 0;
const until = performance.now() + 2000;
for (const [at, check] of load.checks.entries()) {
  const got = answer(check);
  const wanted = answers[at];
  if (got !== wanted && !(got === 'no' && wanted !== 'allowed')) {
    if (!(got === 'ask' && name === 'casbin' && wanted === 'denied')) wrong += 1;
  }
  if (performance.now() > until) break;
}

let best = Number.POSITIVE_INFINITY;
for (let round = 0; round < ROUNDS; round += 1) {
  let checks = 0;
  const begun = cpu();
  let spent = 0;
  while (spent < ROUND_US) {
    // Reading the clock costs more than a check, so the fast ones go by in batches.
    const batch = best > 10_000 && round > 0 ? 1 : checks < 100 ? 10 : 500;
    for (let at = 0; at < batch; at += 1) {
      const check = load.checks[checks % load.checks.length];
      if (check !== undefined) answer(check);
      checks += 1;
    }
    spent = cpu() - begun;
  }
  best = Math.min(best, spent / checks);
}

const EDITS = 2000;
const edited = cpu();
if (edit !== undefined) for (let at = 0; at < EDITS; at += 1) edit();
const edits = edit === undefined ? {} : { editUs: (cpu() - edited) / EDITS };

const measured: Measured = { checkUs: best, buildMs, wrong, heapMb, ...edits };
console.log(JSON.stringify(measured));
