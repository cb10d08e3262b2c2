import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deltaProgram } from '../../tests/bundle.fixture.ts';
import { startAtTerminal } from '../../tests/pty.fixture.ts';
import { agentFolder, ask, bash, textOf } from '../../tests/run.fixture.ts';
const SLOW = { timeout: 180_000 };
const SOON = { timeout: 180_000 };

async function isRunning(pid: number): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat !== '' && stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3) !== 'Z';
}

test('pressing Ctrl+C again neither loses the run nor leaves a tool running', SLOW, async () => {
  const stubborn = `trap '' TERM INT HUP; echo $$ > pid; while :; do sleep 0.1; done`;
  const folder = await agentFolder([bash(stubborn), { text: 'x' }], {
    tool_policies: { bash: 'allow' },
  });
  const running = folder.start(['run']);
  const pidFile = join(folder.path, 'pid');
  await expect.poll(() => textOf(pidFile), SOON).toMatch(/^\d+\n/);
  running.kill('SIGINT');
  await expect.poll(() => folder.metadata().status, SOON).toBe('INTERRUPTED');
  running.kill('SIGINT');
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 130 });
  // A busy machine may take a while to end what was killed.
  const pid = Number(await textOf(pidFile));
  await expect.poll(() => isRunning(pid), SOON).toBe(false);
  expect(folder.metadata().status).toBe('INTERRUPTED');
});

test.each([0, 200, 300, 400])(
  'a signal %i ms after the start leaves a run that can resume, or is still pending',
  SLOW,
  async (milliseconds) => {
    const folder = await agentFolder([ask('Which?'), { delay_ms: 30_000, text: 'x' }]);
    expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
    await folder.answer('blue');
    const { run_id } = folder.metadata();
    const running = folder.start(['run']);
    await sleep(milliseconds);
    running.kill('SIGINT');
    await running.ended;
    const { status } = folder.metadata();
    expect(['WAITING_FOR_INPUT', 'INTERRUPTED']).toContain(status);
    expect(folder.request() !== null).toBe(status === 'WAITING_FOR_INPUT');
    const config = join(folder.path, 'config.yaml');
    await writeFile(config, (await textOf(config)).replace('30000', '0'));
    expect(await folder.delta(['run'])).toMatchObject({ code: 0 });
    expect(folder.metadata().run_id).toBe(run_id);
    expect(folder.results()).toHaveLength(1);
  },
);

test('two simultaneous signals count as one', SLOW, async () => {
  const folder = await agentFolder([{ delay_ms: 30_000, text: 'Late' }]);
  const running = folder.start(['run']);
  await expect.poll(() => existsSync(folder.paths.latest), SOON).toBe(true);
  running.kill('SIGTERM');
  running.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 143, signal: null });
  expect(folder.metadata().status).toBe('INTERRUPTED');
});

test('closing the terminal leaves a run that can continue', SLOW, async () => {
  const folder = await agentFolder([ask('Which?'), { text: 'x' }]);
  const running = folder.start(['run', '-i'], { input: null });
  await running.wrote('Which?');
  running.kill('SIGHUP');
  expect(await running.ended).toMatchObject({ code: 129 });
  expect(folder.metadata().status).toBe('INTERRUPTED');
});

test('closing the terminal while a secret is typed does too', SLOW, async () => {
  const folder = await agentFolder([ask('Password?', { sensitive: true }), { text: 'x' }]);
  const pty = startAtTerminal(process.execPath, [deltaProgram, 'run', '-i'], {
    cwd: folder.path,
  });
  await pty.sees(/Password\?\n> /);
  pty.hangUp();
  await expect.poll(() => folder.metadata().status, SOON).toBe('INTERRUPTED');
});

test('a run continues when its output is closed', SLOW, async () => {
  const folder = await agentFolder(
    [bash('sleep 0.2; echo 1 >> ledger'), bash('echo 2 >> ledger', 'b2'), ask('Which?')],
    { tool_policies: { bash: 'allow' } },
  );
  const running = folder.start(['run'], { unread: true });
  expect(await running.ended).toMatchObject({ code: 101 });
  expect(await textOf(`${folder.path}/ledger`)).toBe('1\n2\n');
  expect(folder.metadata().status).toBe('WAITING_FOR_INPUT');
});
