import { execFile } from 'node:child_process';
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
  expect(await run('sh', ['-c', stubborn, 'sh', pid], { limit: 3000, grace: 10 })).toBe(
    TOOK_TOO_LONG,
  );
  const started = Number(await readFile(pid, 'utf8'));
  // Until its new parent has reaped it, the kernel lists a killed process as a zombie.
  const status = () => readFile(`/proc/${started}/stat`, 'utf8').catch(() => 'gone');
  await expect.poll(status).toMatch(/^gone$|\) Z /);
});

test('returns the exit code of a program that ends in time', async () => {
  expect(await run('sh', ['-c', 'exit 3'], { limit: 600_000 })).toBe(3);
});

test('labels each line of a program that runs beside others, also one it does not end', async () => {
  const program = `import { run } from ${JSON.stringify(new URL('run.ts', import.meta.url).href)};
    process.exitCode = await run('sh', ['-c', 'printf "one\\ntwo"; echo three >&2; exit 3'], { label: 'a' });`;
  const shown = await new Promise<unknown>((resolve) => {
    execFile(process.execPath, ['--input-type=module', '-e', program], (error, stdout, stderr) =>
      resolve({ code: error?.code, stdout, stderr }),
    );
  });
  expect(shown).toEqual({ code: 3, stdout: 'a | one\na | two\n', stderr: 'a | three\n' });
});

test('does not wait for processes that a program leaves behind', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'hitl-run-'));
  const pid = join(folder, 'pid');
  onTestFinished(async () => {
    process.kill(Number(await readFile(pid, 'utf8')), 'SIGKILL');
    await rm(folder, { recursive: true });
  });
  const leave = ['-c', 'sleep 600 & echo $! > "$1"', 'sh', pid];
  expect(await run('sh', leave, { grace: 10, label: 'left' })).toBe(0);
});
