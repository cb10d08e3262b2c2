import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepHead } from './captured-output.ts';
import { isGroupAlive } from './process-group.ts';
import { runProcess, type ProcessRequest } from './run-process.ts';
import { temporaryFolder } from './testing.ts';

async function run(command: readonly [string, ...string[]], rest: Partial<ProcessRequest> = {}) {
  const stdout = keepHead(100_000);
  const stderr = keepHead(100_000);
  const cwd = await temporaryFolder();
  const end = await runProcess({
    command,
    cwd,
    env: { PATH: process.env['PATH'] ?? '' },
    stdout,
    stderr,
    signal: new AbortController().signal,
    ...rest,
  });
  return { end, cwd, stdout: stdout.text(), stderr: stderr.text() };
}

const bash = (script: string) => ['bash', '-c', script] as const;

test('tells how the program ended', async () => {
  expect((await run(bash('exit 7'))).end).toEqual({ exit_code: 7, signal: null });
  expect((await run(bash('kill -TERM $$'))).end).toEqual({ exit_code: null, signal: 'SIGTERM' });
});

test('gives arguments to the program as they are', async () => {
  expect((await run(['printf', '%s|', '$HOME', 'a b', '*'])).stdout).toBe('$HOME|a b|*|');
});

test.each([
  ['in memory', '/dev/shm'],
  ['over sockets, where there is no memory folder', '/nowhere'],
])('feeds descriptors 0 and 3 %s', async (_name, folder) => {
  const stdin = 'x'.repeat(1_000_000);
  const { stdout } = await run(bash('wc -c; wc -c <&3'), {
    stdin,
    fd3: '[1]',
    memory_folder: folder,
  });
  expect(stdout.split('\n').map(Number)).toEqual([1_000_000, 3, 0]);
});

test.each([['/dev/shm'], ['/nowhere']])(
  'does not mind a program that reads nothing (%s)',
  async (folder) => {
    const { end } = await run(['true'], { stdin: 'x'.repeat(1_000_000), memory_folder: folder });
    expect(end.exit_code).toBe(0);
  },
);

test('lets a program open its input by name', async () => {
  const { stdout } = await run(bash('cat /dev/stdin /dev/fd/3'), { stdin: '{}', fd3: '[]' });
  expect(stdout).toBe('{}[]');
});

test('kills what does not heed SIGTERM within the grace time', async () => {
  const stubborn = "trap '' TERM; echo $$ > group; while :; do sleep 600; done";
  const { end, cwd } = await run(bash(stubborn), { timeout_ms: 200, grace_ms: 200 });
  expect(end).toEqual({ exit_code: null, signal: 'SIGKILL', stopped: 'timeout' });
  const group = Number(await readFile(join(cwd, 'group'), 'utf8'));
  expect(await isGroupAlive(group)).toBe(false);
});

test('kills what heeds no SIGTERM in the background of a program that did', async () => {
  const stubborn = "(trap '' TERM; while :; do sleep 600; done) & echo $$ > group; wait";
  const { end, cwd } = await run(bash(stubborn), { timeout_ms: 200, grace_ms: 200 });
  expect(end).toEqual({ exit_code: null, signal: 'SIGTERM', stopped: 'timeout' });
  const group = Number(await readFile(join(cwd, 'group'), 'utf8'));
  expect(await isGroupAlive(group)).toBe(false);
});

test('does not wait for who left the process group', async () => {
  const { end, stdout } = await run(bash('setsid sleep 600 & echo $!'));
  expect(end.exit_code).toBe(0);
  // It is out of our reach by its own wish, so the test ends it.
  process.kill(Number(stdout), 'SIGKILL');
});

test('says that there is no such program', async () => {
  await expect(run(['hitl-no-such-program'])).rejects.toThrow(
    'hitl-no-such-program cannot be started: there is no such program',
  );
});

test('says that a file is no program', async () => {
  await expect(run(['/etc/passwd'])).rejects.toThrow('/etc/passwd cannot be started: EACCES');
});
