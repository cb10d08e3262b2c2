import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { test } from 'vitest';
import { startPostgres } from '../scripts/postgres.ts';
import { installPeers } from './peers.ts';
import type { Measured } from './resume/measure.ts';

/**
 * One message, one call that waits and is approved, the tool, the last word: in a conversation of 0,
 * 50 and 500 messages, beside LangGraph with its own checkpoint savers, on SQLite (both flush each
 * commit to the disk) and on PostgreSQL. Model and tool cost nothing, and every cycle is in another
 * conversation, which no memory holds. The sides take turns, each in a process of its own; what is
 * shown is the median of the rounds, and how many times as fast ours is. Read the ratios, not the
 * numbers.
 */
const HISTORIES = [0, 50, 500];
const ROUNDS = 5;

const run = promisify(execFile);
const script = fileURLToPath(new URL('resume/measure.ts', import.meta.url));

type Side = 'ours' | 'langgraph';

async function measure(side: Side, kind: string, url: string, history: number): Promise<Measured> {
  // To make a long conversation takes longer than to measure it.
  const cycles = history === 500 ? 10 : 40;
  const args = ['--conditions=@hitl/source', script, side, kind, url];
  const { stdout } = await run(process.execPath, [...args, `${history}`, `${cycles}`]);
  return JSON.parse(stdout) as Measured;
}

const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? 0;

/** Measures both sides in turn, each time in an empty place, and prints a line for each history. */
async function compare(kind: string, inFreshPlace: InFreshPlace): Promise<void> {
  const lines = ['messages   ours                LangGraph           as fast'];
  for (const history of HISTORIES) {
    const measured: Record<Side, Measured[]> = { ours: [], langgraph: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of ['ours', 'langgraph'] as const) {
        measured[side].push(await inFreshPlace((url) => measure(side, kind, url, history)));
      }
    }
    const shown = (side: Side): string => {
      const wall = median(measured[side].map(({ median_ms: ms }) => ms));
      const cpu = median(measured[side].map(({ cpu_ms: ms }) => ms));
      return `${wall.toFixed(1)} ms, CPU ${cpu.toFixed(1)}`.padEnd(20);
    };
    const ratios = measured.ours.map(
      ({ median_ms: ours }, round) => (measured.langgraph[round]?.median_ms ?? 0) / ours,
    );
    const ratio = `${median(ratios).toFixed(1)} ×`;
    lines.push(`${`${history}`.padEnd(11)}${shown('ours')}${shown('langgraph')}${ratio}`);
  }
  console.log(`${kind}\n${lines.join('\n')}`);
}

type InFreshPlace = (use: (url: string) => Promise<Measured>) => Promise<Measured>;

test('suspend, approve, resume on SQLite', { timeout: 1_800_000 }, async () => {
  installPeers();
  await compare('sqlite', async (use) => {
    const folder = mkdtempSync(join(tmpdir(), 'hitl-resume-'));
    try {
      return await use(join(folder, 'rows.db'));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

test('suspend, approve, resume on PostgreSQL', { timeout: 1_800_000 }, async () => {
  installPeers();
  const postgres = await startPostgres();
  const admin = new Client({ connectionString: postgres.url });
  await admin.connect();
  try {
    await compare('postgres', async (use) => {
      const name = `hitl_resume_${crypto.randomUUID().replaceAll('-', '')}`;
      await admin.query(`create database ${name}`);
      const url = new URL(postgres.url);
      url.pathname = `/${name}`;
      try {
        return await use(url.href);
      } finally {
        await admin.query(`drop database ${name} with (force)`);
      }
    });
  } finally {
    await admin.end();
    await postgres.stop();
  }
});
