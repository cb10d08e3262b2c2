import { existsSync, lstatSync } from 'node:fs';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentFolder, ask, bash, textOf } from '../../tests/run.fixture.ts';

const SLOW = { timeout: 180_000 };
const SOON = { timeout: 180_000 };

describe('what is refused', () => {
  test.each([
    [['run', '--config', 'none.yaml'], /none\.yaml: cannot be read/],
    [['run', '-m'], /argument missing/],
    [['run', '--format', 'xml'], /Allowed choices are text, json/],
  ])('%j exits with 2, and nothing is created', SLOW, async (args, message) => {
    const folder = await agentFolder([{ text: 'x' }]);
    const { code, stderr, stdout } = await folder.delta(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(existsSync(folder.paths.root)).toBe(false);
  });

  test('a directory without an agent prints instructions', SLOW, async () => {
    const folder = await agentFolder([]);
    await rm(join(folder.path, 'config.yaml'));
    const { code, stderr } = await folder.delta(['run']);
    expect(code).toBe(2);
    expect(stderr).toContain(`There is no config.yaml in ${folder.path}.`);
    const [, example] = /A config.yaml to try.*:\n([\s\S]*?)\n\n/.exec(
      (await folder.delta(['run', '--help'])).stdout,
    ) ?? ['', ''];
    await writeFile(join(folder.path, 'config.yaml'), example ?? '');
    expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
  });

  test('a run without a task exits with 2', SLOW, async () => {
    const folder = await agentFolder([{ text: 'x' }], { task: undefined });
    expect(await folder.delta(['run'])).toMatchObject({ code: 2 });
    expect(existsSync(folder.paths.root)).toBe(false);
  });

  test('-m for a waiting run exits with 2', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: 'x' }]);
    await folder.delta(['run']);
    expect(await folder.delta(['run', '-m', 'Something else'])).toMatchObject({ code: 2 });
    expect(folder.metadata().status).toBe('WAITING_FOR_INPUT');
  });

  test('a second process in the directory exits with 2, and changes nothing', SLOW, async () => {
    const folder = await agentFolder(
      [bash('touch hold; while [ -e hold ]; do sleep 0.1; done'), { text: 'x' }],
      {
        tool_policies: { bash: 'allow' },
      },
    );
    const first = folder.start(['run']);
    await first.wrote('runs bash');
    const { run_id } = folder.metadata();
    for (const args of [['run'], ['run', '--recover'], ['run', '-m', 'Mine']]) {
      const second = await folder.delta(args);
      expect(second.code).toBe(2);
      expect(second.stderr).toContain('Another delta run is running');
    }
    expect(folder.metadata()).toMatchObject({ run_id, status: 'RUNNING', pid: first.pid });
    expect(await readdir(folder.paths.runs)).toHaveLength(2);
    first.kill('SIGKILL');
    await first.ended;
  });

  test('a mailbox behind a symbolic link is refused', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: 'x' }]);
    const elsewhere = `${folder.path}/elsewhere`;
    await mkdir(elsewhere);
    await mkdir(folder.paths.root);
    await symlink(elsewhere, folder.paths.interaction);
    expect(await folder.delta(['run'])).toMatchObject({ code: 2 });
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test('a damaged journal is named and not changed', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: 'x' }]);
    await folder.delta(['run']);
    const file = '.delta/runs/LATEST/execution/journal.jsonl';
    const damaged = folder.file(file).replace('"type":"RUN_START"', '"type": RUN_START');
    await writeFile(`${folder.path}/${file}`, damaged);
    const { code, stderr } = await folder.delta(['run']);
    expect(code).toBe(2);
    expect(stderr).toContain('journal.jsonl');
    expect(folder.file(file)).toBe(damaged);
    expect(folder.metadata().status).toBe('WAITING_FOR_INPUT');
  });
});

describe('the newest run', () => {
  test.each([
    ['a dangling LATEST', async (latest: string) => symlink('gone', latest)],
    ['a LATEST that names nothing', async (latest: string) => writeFile(latest, '../../etc\n')],
  ])('%s leads to a new run and a message', SLOW, async (_, make) => {
    const folder = await agentFolder([{ text: 'Done' }]);
    await mkdir(folder.paths.runs, { recursive: true });
    await make(folder.paths.latest);
    const { code, stderr } = await folder.delta(['run']);
    expect(code).toBe(0);
    expect(stderr).toContain('cannot be read');
  });

  test('with unreadable metadata is followed by a new run, and is not changed', SLOW, async () => {
    const folder = await agentFolder([{ text: 'Done' }]);
    await folder.delta(['run']);
    const { run_id } = folder.metadata();
    const file = `${folder.paths.runs}/${run_id}/execution/metadata.json`;
    await writeFile(file, '{"run_id": ');
    const { code, stderr } = await folder.delta(['run']);
    expect(code).toBe(0);
    expect(stderr).toContain(file);
    expect(await textOf(file)).toBe('{"run_id": ');
  });

  test('is found by a LATEST that is a text file', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: '{{ask_Which_}}' }]);
    await folder.delta(['run']);
    const { run_id } = folder.metadata();
    await rm(folder.paths.latest);
    await writeFile(folder.paths.latest, `${run_id}\n`);
    await folder.answer('Blue');
    expect(await folder.delta(['run'])).toMatchObject({ code: 0, stdout: 'Blue\n' });
  });

  test('whose process crashed is abandoned, with a warning, for a new one', SLOW, async () => {
    const folder = await agentFolder([bash('echo ran >> ledger; sleep 30'), { text: 'x' }], {
      tool_policies: { bash: 'allow' },
    });
    const dead = folder.start(['run']);
    await dead.wrote('runs bash');
    const { run_id } = folder.metadata();
    dead.kill('SIGKILL');
    await dead.ended;
    await folder.delta(['permissions', 'deny', 'bash(*)']);
    const next = await folder.delta(['run']);
    expect(next.code).toBe(0);
    expect(next.stderr).toContain(run_id);
    expect(next.stderr).toContain('--recover');
    expect(folder.metadata().run_id).not.toBe(run_id);
  });

  test('whose process crashed is named, without a task for a new one', SLOW, async () => {
    const folder = await agentFolder([bash('sleep 30'), { text: 'x' }], {
      tool_policies: { bash: 'allow' },
      task: undefined,
    });
    const dead = folder.start(['run', '-m', 'Wait']);
    await dead.wrote('runs bash');
    const { run_id } = folder.metadata();
    dead.kill('SIGKILL');
    await dead.ended;
    expect(await folder.delta(['run'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        `The run ${run_id} was running when its process ended: 'delta run --recover' resumes it.`,
      ),
    });
    expect(folder.metadata()).toMatchObject({ run_id, status: 'RUNNING' });
  });

  test('continues with --recover, and asks about a tool that may have run', SLOW, async () => {
    const folder = await agentFolder(
      [bash('echo ran >> ledger; sleep 30'), { text: 'Told: {{bash_1}}' }],
      { tool_policies: { bash: 'allow' } },
    );
    const dead = folder.start(['run']);
    await expect.poll(() => textOf(`${folder.path}/ledger`), SOON).toBe('ran\n');
    const { run_id } = folder.metadata();
    dead.kill('SIGKILL');
    await dead.ended;
    expect((await folder.delta(['run', '--recover'])).code).toBe(101);
    expect(folder.metadata()).toMatchObject({ run_id, status: 'WAITING_FOR_INPUT' });
    expect(folder.request()).toMatchObject({ input_type: 'text' });
    expect(folder.request()?.prompt).toContain('mark_done RESULT');
    await folder.answer('perhaps');
    expect((await folder.delta(['run'])).code).toBe(101);
    await folder.answer('mark_done it is there\n');
    expect((await folder.delta(['run'])).stdout).toBe('Told: it is there\n');
    expect(folder.metadata().run_id).toBe(run_id);
    expect(await textOf(`${folder.path}/ledger`)).toBe('ran\n');
  });
});

describe('signals', () => {
  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('%s leaves INTERRUPTED, and the next run continues', SLOW, async (signal, code) => {
    const folder = await agentFolder([{ delay_ms: 30_000, text: 'Late' }]);
    const running = folder.start(['run']);
    await expect.poll(() => existsSync(folder.paths.latest), SOON).toBe(true);
    await expect.poll(() => folder.journal().length, SOON).toBeGreaterThan(0);
    running.kill(signal);
    expect(await running.ended).toMatchObject({ code, stdout: '' });
    const { run_id, status } = folder.metadata();
    expect(status).toBe('INTERRUPTED');
    await writeFile(
      `${folder.path}/config.yaml`,
      (await textOf(`${folder.path}/config.yaml`)).replace('30000', '0'),
    );
    expect(await folder.delta(['run'])).toMatchObject({ code: 0, stdout: 'Late\n' });
    expect(folder.metadata().run_id).toBe(run_id);
  });

  test('is RUNNING while a tool runs', SLOW, async () => {
    const folder = await agentFolder([bash('sleep 30'), { text: 'x' }], {
      tool_policies: { bash: 'allow' },
    });
    const running = folder.start(['run']);
    await running.wrote('runs bash');
    expect(folder.metadata()).toMatchObject({ status: 'RUNNING', pid: running.pid });
    running.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130 });
    // The tool was interrupted, so a person is asked whether it had its effect.
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(folder.request()?.prompt).toContain('What happened to bash?');
    expect(lstatSync(dirname(folder.paths.request)).mode & 0o777).toBe(0o700);
  });
});
