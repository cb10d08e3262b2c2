import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';

/**
 * How long the built commands take, beside a Node that does nothing: `hitl --help`, and `delta run`
 * until its question is in the mailbox. They take turns. Each is measured twice: after others of its
 * kind, and without compiled code of a run before. Read the ratios, not the numbers.
 */
const ROUNDS = 20;
const COLD_ROUNDS = 8;

const cli = fileURLToPath(new URL('../packages/cli/', import.meta.url));
const cache = join(cli, '.cache');

const CONFIG = `name: painter
model:
  provider: scripted
  turns:
    - tool_calls: [{ id: c1, name: ask_human, args: { prompt: Which colour? } }]
tools: [ask_human, bash]
task: Paint the shed
`;

interface Program {
  readonly name: string;
  readonly args: readonly string[];
  readonly code: number;
}

const NODE: Program = { name: 'node -e 0', args: ['-e', '0'], code: 0 };
const PROGRAMS: readonly Program[] = [
  NODE,
  { name: 'hitl --help', args: [join(cli, 'bin/hitl.cjs'), '--help'], code: 0 },
  { name: 'delta run', args: [join(cli, 'bin/delta.cjs'), 'run'], code: 101 },
];

/** Milliseconds from start to end. */
function run({ name, args, code }: Program, cwd: string): number {
  const began = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { cwd, encoding: 'utf8' });
  const milliseconds = performance.now() - began;
  if (status !== code) throw new Error(`${name} ended with ${status}: ${stderr}`);
  return milliseconds;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length / 2)] ?? 0;

async function measure(kind: string, rounds: number, before: () => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-startup-'));
  const times = new Map<Program, number[]>(PROGRAMS.map((program) => [program, []]));
  try {
    await writeFile(join(folder, 'config.yaml'), CONFIG);
    for (let round = 0; round < rounds; round += 1) {
      for (const [program, taken] of times) {
        await rm(join(folder, '.delta'), { recursive: true, force: true });
        await before();
        taken.push(run(program, folder));
      }
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const bare = median(times.get(NODE) ?? []);
  for (const [{ name }, taken] of times) {
    const own = median(taken);
    console.log(`${kind} ${name}: ${own.toFixed(0)} ms, ${(own / bare).toFixed(1)} x`);
  }
}

test('start of the commands', { timeout: 300_000 }, async () => {
  if (!existsSync(join(cli, 'dist/bin.cjs'))) throw new Error('Run pnpm build first.');
  for (const program of PROGRAMS.slice(0, 2)) run(program, tmpdir());
  await measure('warm', ROUNDS, () => Promise.resolve());
  await measure('cold', COLD_ROUNDS, () => rm(cache, { recursive: true, force: true }));
});
