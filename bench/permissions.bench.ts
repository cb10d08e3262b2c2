import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { installPeers } from './peers.ts';
import type { Measured } from './permissions/measure.ts';
import type { Question } from './permissions/workload.ts';

/**
 * One permission check at 10, 1,000 and 100,000 rules, beside casbin,
 * CASL, Cedar and a scan of picomatch globs with the same rules and questions. The peers compare
 * beginnings of text; ours reads the command or path, and of a compound line every part, which the
 * peers are handed one by one. Every engine and size has a process of its own; the time is CPU time.
 * `asked again` are 256 calls that repeat, which a rule set remembers until a rule changes.
 * Read the ratios, not the numbers.
 */
const SIZES = [10, 1000, 100_000];
const QUESTIONS: readonly Question[] = ['plain', 'path', 'compound'];
const NAMES = ['ours', 'ours, asked again', 'picomatch scan', 'casl', 'casbin', 'cedar'];

const run = promisify(execFile);
const script = fileURLToPath(new URL('permissions/measure.ts', import.meta.url));

async function measure(name: string, question: Question, size: number): Promise<Measured> {
  const args = ['--conditions=@hitl/source', '--expose-gc', '--max-old-space-size=8192', script];
  const { stdout } = await run(process.execPath, [...args, name, question, String(size)]);
  return JSON.parse(stdout) as Measured;
}

function shown(microseconds: number): string {
  if (microseconds < 1000) return `${microseconds.toPrecision(3)} µs`;
  return `${(microseconds / 1000).toPrecision(3)} ms`;
}

function cell(measured: Measured, ours: Measured): string {
  const ratio = measured.checkUs / ours.checkUs;
  const beside =
    measured === ours ? '' : ` (${ratio >= 10 ? Math.round(ratio) : ratio.toFixed(1)}×)`;
  return `${shown(measured.checkUs)}${beside}${measured.wrong > 0 ? ` ${measured.wrong} wrong` : ''}`;
}

for (const question of QUESTIONS) {
  test(`a ${question} check`, { timeout: 1_800_000 }, async () => {
    installPeers();
    const rows: string[][] = [['', ...SIZES.map((size) => `${size.toLocaleString('en')} rules`)]];
    const ours = new Map<number, Measured>();
    for (const name of NAMES) {
      const row = [name];
      for (const size of SIZES) {
        const measured = await measure(name, question, size);
        if (name === 'ours') ours.set(size, measured);
        row.push(cell(measured, ours.get(size) ?? measured));
      }
      rows.push(row);
    }
    const least = ours.get(10);
    const most = ours.get(100_000);
    const lines = rows.map((row) => row.map((text) => text.padEnd(22)).join(''));
    if (least !== undefined && most !== undefined) {
      const growth = (most.checkUs / least.checkUs).toFixed(2);
      const edit = (most.editUs ?? 0).toFixed(1);
      lines.push(
        `ours: ${growth}× from 10 to 100,000 rules; at 100,000 built in ${Math.round(most.buildMs)} ms and ${Math.round(most.heapMb)} MB, one edit ${edit} µs`,
      );
    }
    console.log(`\n${question}\n${lines.join('\n')}`);
  });
}
