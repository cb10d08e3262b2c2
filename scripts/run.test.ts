import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { run, TOOK_TOO_LONG } from './run.ts';

test('ends a program after its time limit, with all its children', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-run-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const pid = join(folder, 'pid');
  const stubborn = 'trap "" TERM; sleep 600 & echo $! > "$1"; while :; do wait; done';
  expect(await run('sh', ['-c', stubborn, 'sh', pid], 3000, 10)).toBe(TOOK_TOO_LONG);
  const started = Number(await readFile(pid, 'utf8'));
  // Until its new parent has reaped it, the kernel lists a killed process as a zombie.
  const status = () => readFile(`/proc/${started}/stat`, 'utf8').catch(() => 'gone');
  await expect.poll(status).toMatch(/^gone$|\) Z /);
});

test('returns the exit code of a program that ends in time', async () => {
  expect(await run('sh', ['-c', 'exit 3'], 600_000)).toBe(3);
});
