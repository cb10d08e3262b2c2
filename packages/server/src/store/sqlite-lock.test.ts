import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { tryLock } from './sqlite.ts';

function freshPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-lock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, '.delta', 'lock');
}

/** Another process that holds the lock until it is killed. */
async function holder(path: string) {
  const module = fileURLToPath(new URL('./sqlite.ts', import.meta.url));
  const code = `import { tryLock } from ${JSON.stringify(module)};
    const lock = tryLock(${JSON.stringify(path)});
    console.log(lock === null ? 'refused' : 'held');
    if (lock !== null) setInterval(() => lock, 1000);`;
  const args = ['--conditions=@hitl/source', '--input-type=module', '-e', code];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const [said] = await once(child.stdout, 'data');
  return { said: String(said).trim(), child };
}

test('one process holds the lock until it releases it', () => {
  const path = freshPath();
  const first = tryLock(path);
  expect(first).not.toBeNull();
  expect(tryLock(path)).toBeNull();
  first?.release();
  const second = tryLock(path);
  expect(second).not.toBeNull();
  second?.release();
  expect(statSync(join(path, '..')).mode & 0o777).toBe(0o700);
});

test('the lock of a process that was killed is free', { timeout: 180_000 }, async () => {
  const path = freshPath();
  const { said, child } = await holder(path);
  expect(said).toBe('held');
  expect(tryLock(path)).toBeNull();
  expect((await holder(path)).said).toBe('refused');
  child.kill('SIGKILL');
  await once(child, 'exit');
  const lock = tryLock(path);
  expect(lock).not.toBeNull();
  lock?.release();
});

test('asking again while holding the lock does not lose it', async () => {
  const path = freshPath();
  const lock = tryLock(path);
  expect(tryLock(path)).toBeNull();
  expect((await holder(path)).said).toBe('refused');
  lock?.release();
  expect(statSync(path).mode & 0o777).toBe(0o600);
});
