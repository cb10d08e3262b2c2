import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { LAZY_CHUNKS } from '../tsdown.config.ts';
import { deltaProgram, hitlProgram } from './bundle.fixture.ts';
import { folderWith, startProcess } from './process.fixture.ts';

const CONFIG = `name: painter
model:
  provider: scripted
  turns:
    - tool_calls: [{ id: c1, name: ask_human, args: { prompt: Which colour? } }]
tools: [ask_human, bash]
task: Paint the shed
`;

/** Modules of Node that take long to load. */
const SLOW = [
  'child_process',
  'fs/promises',
  'http',
  'https',
  'internal/crypto/webcrypto',
  'internal/deps/undici/undici',
  'internal/worker/io',
  'module',
  'net',
  'perf_hooks',
  'readline',
  'stream/web',
  'tls',
  'tty',
  'worker_threads',
  'zlib',
];

interface Report {
  readonly files: readonly { readonly file: string; readonly length: number }[];
  readonly builtins: readonly string[];
}

/** What a program has loaded when it ends. */
async function loadedBy(code: number, ...args: readonly string[]): Promise<Report> {
  const cwd = await folderWith({ 'config.yaml': CONFIG });
  const report = join(cwd, 'report.json');
  const preload = fileURLToPath(new URL('./start-report.fixture.cjs', import.meta.url));
  const options = { cwd, input: '', env: { START_REPORT: report } };
  const ended = await startProcess(['--require', preload, ...args], options).ended;
  expect(ended).toMatchObject({ code, stderr: '' });
  return JSON.parse(await readFile(report, 'utf8')) as Report;
}

/** Modules of Node that a program has loaded, besides those of every program. */
async function builtinsOf({ builtins }: Report): Promise<readonly string[]> {
  const bare = new Set((await loadedBy(0, '-e', '0')).builtins);
  return builtins.filter((name) => !bare.has(name));
}

const chunksOf = ({ files }: Report): string[] =>
  files.map(({ file }) => basename(file).replace(/-[\w-]{8}\.cjs$/, ''));

test('a run loads no seldom used part and no slow module of Node before its first question', async () => {
  const report = await loadedBy(101, deltaProgram, 'run');
  const chunks = chunksOf(report);
  expect(chunks).toContain('create-hitl');
  expect(chunks.filter((name) => LAZY_CHUNKS.includes(name))).toEqual([]);
  const builtins = await builtinsOf(report);
  expect(builtins).toContain('crypto');
  expect(builtins.filter((name) => SLOW.includes(name))).toEqual([]);
});

test('a run loads less than a million characters of code before its first question', async () => {
  const { files } = await loadedBy(101, deltaProgram, 'run');
  const length = files.reduce((sum, file) => sum + file.length, 0);
  expect(length).toBeGreaterThan(500_000);
  expect(length).toBeLessThan(1_000_000);
});

test('help loads the texts of the commands, and neither streams nor cryptography', async () => {
  const report = await loadedBy(0, hitlProgram, '--help');
  expect(chunksOf(report).toSorted()).toEqual(
    ['bin.cjs', 'main.cjs', 'process-io', 'rolldown-runtime', 'start', 'start'].toSorted(),
  );
  const builtins = await builtinsOf(report);
  expect(builtins.filter((name) => ['stream', 'crypto', 'os', ...SLOW].includes(name))).toEqual([]);
});
