import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { test } from 'vitest';
import { installPeers } from './peers.ts';
import type { Measured } from './permissions/measure.ts';
import type { Question } from './permissions/workload.ts';

/**
 * One permission check at 10 rules, which a person has, and at 1,000, which a company has, beside
 * casbin, CASL, Cedar and a scan of picomatch globs with the same rules and questions. The peers
 * compare beginnings of text; ours reads the command or path, and of a compound line every part, which
 * the peers are handed one by one. Every engine and size has a process of its own; the time is CPU
 * time. Wanted, on an idle machine: 5 and 10 µs for a plain command, 20 µs for three, and to be ahead
 * of casbin, CASL and Cedar at 1,000. 100,000 rules have to work; how fast is no goal, so that the
 * peers are spared them. Read the ratios, not the numbers.
 */
const SIZES = [10, 1000];
const MOST = 100_000;
const QUESTIONS: readonly Question[] = ['plain', 'path', 'compound'];
const NAMES = ['ours', 'picomatch scan', 'casl', 'casbin', 'cedar'];

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
    const lines = rows.map((row) => row.map((text) => text.padEnd(22)).join(''));
    const most = await measure('ours', question, MOST);
    const edit = (most.editUs ?? 0).toFixed(1);
    lines.push(
      `ours at ${MOST.toLocaleString('en')} rules: ${shown(most.checkUs)} a check, ${most.wrong} wrong; built in ${Math.round(most.buildMs)} ms and ${Math.round(most.heapMb)} MB, one edit ${edit} µs`,
    );
    console.log(`\n${question}\n${lines.join('\n')}`);
  });
}
