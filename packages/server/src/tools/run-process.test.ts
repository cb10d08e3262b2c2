import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keepHead } from './captured-output.ts';
import { isGroupAlive } from './process-group.ts';
import { runProcess, type ProcessRequest } from './run-process.ts';
import { temporaryFolder, readyPipe } from './tools.fixture.ts';

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
  return { end, stdout: stdout.text(), stderr: stderr.text() };
}

const bash = (script: string) => ['bash', '-c', script] as const;

test('reports how the program ended', async () => {
  expect((await run(bash('exit 7'))).end).toEqual({ exitCode: 7, signal: null });
  expect((await run(bash('kill -TERM $$'))).end).toEqual({ exitCode: null, signal: 'SIGTERM' });
});

test('passes arguments to the program unchanged', async () => {
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
    memoryFolder: folder,
  });
  expect(stdout.split('\n').map(Number)).toEqual([1_000_000, 3, 0]);
});

test.each([['/dev/shm'], ['/nowhere']])(
  'accepts a program that reads nothing (%s)',
  async (folder) => {
    const { end } = await run(['true'], { stdin: 'x'.repeat(1_000_000), memoryFolder: folder });
    expect(end.exitCode).toBe(0);
  },
);

test('runs a program over sockets if there are no named pipes', async () => {
  const program = execFileSync('which', ['bash'], { encoding: 'utf8' }).trim();
  vi.stubEnv('PATH', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const { stdout, stderr } = await run([program, '-c', 'echo done; echo problem >&2']);
  expect([stdout, stderr]).toEqual(['done\n', 'problem\n']);
});

test('lets a program open its input by name', async () => {
  const { stdout } = await run(bash('cat /dev/stdin /dev/fd/3'), { stdin: '{}', fd3: '[]' });
  expect(stdout).toBe('{}[]');
});

/** Aborts the script once it has written its process group to `ready`, and waits until that is empty. */
async function abortWhenReady(script: string, graceMs: number) {
  const cwd = await temporaryFolder();
  const controller = new AbortController();
  const ready = await readyPipe(cwd);
  const work = run(bash(script), { cwd, signal: controller.signal, graceMs });
  const group = Number(await ready());
  controller.abort();
  const { end } = await work;
  // A busy machine may take a while to end what was killed.
  await expect.poll(() => isGroupAlive(group)).toBe(false);
  return end;
}

test('kills a process that ignores SIGTERM after the grace time', async () => {
  const stubborn = "trap '' TERM; echo $$ > ready; while :; do sleep 600; done";
  expect(await abortWhenReady(stubborn, 200)).toEqual({
    exitCode: null,
    signal: 'SIGKILL',
    stopped: 'abort',
  });
});

test('kills a background process that ignores SIGTERM when its program does not', async () => {
  const stubborn = "(trap '' TERM; echo $$ > ready; while :; do sleep 600; done) & wait";
  expect(await abortWhenReady(stubborn, 200)).toEqual({
    exitCode: null,
    signal: 'SIGTERM',
    stopped: 'abort',
  });
});

test('lets a program handle SIGTERM', async () => {
  const orderly = "trap 'exit 9' TERM; echo $$ > ready; sleep 600 & wait";
  expect(await abortWhenReady(orderly, 60_000)).toEqual({
    exitCode: 9,
    signal: null,
    stopped: 'abort',
  });
});

test('does not wait for processes that left the group', async () => {
  // The program ends only after the other process has left.
  const leaves = `mkfifo left; setsid bash -c 'echo $$ > left; exec sleep 600' & cat left`;
  const { end, stdout } = await run(bash(leaves));
  expect(end.exitCode).toBe(0);
  // It has left the process group, so the test has to end it.
  process.kill(Number(stdout), 'SIGKILL');
});

test('reports that there is no such program', async () => {
  await expect(run(['hitl-no-such-program'])).rejects.toThrow(
    'hitl-no-such-program cannot be started: there is no such program',
  );
});

test('reports that a file is not a program', async () => {
  await expect(run(['/etc/passwd'])).rejects.toThrow('/etc/passwd cannot be started: EACCES');
});
