import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, rmdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agentFolder, ask, bash, textOf } from '../../tests/run.fixture.ts';

const SLOW = { timeout: 180_000 };
const SOON = { timeout: 180_000 };

describe('--format json', () => {
  test('reports a refusal too, on stdout and on stderr', SLOW, async () => {
    const folder = await agentFolder([{ text: 'x' }], { task: undefined });
    const ended = await folder.delta(['run', '--format', 'json']);
    const error = expect.stringContaining('There is no task');
    expect(ended).toMatchObject({ code: 2, stderr: error });
    expect(JSON.parse(ended.stdout)).toEqual({
      run_id: null,
      status: null,
      response: null,
      error,
      interaction: null,
    });
  });

  test('prints its value on a separate line after the prompts of -i', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: 'Done' }]);
    const ends = [
      await folder.delta(['run', '-i', '--format', 'json']),
      await folder.delta(['run', '-i', '--format', 'json'], { input: 'Blue\n' }),
    ];
    const reports: unknown[] = ends.map(({ stdout }) =>
      JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? ''),
    );
    expect(reports).toMatchObject([{ status: 'INTERRUPTED' }, { status: 'COMPLETED' }]);
  });

  test(
    'prints the reason of a failure on stderr, with control sequences escaped',
    SLOW,
    async () => {
      const folder = await agentFolder([{ error: 'away\u001B[2J' }]);
      const ended = await folder.delta(['run', '--format', 'json']);
      expect(ended).toMatchObject({ code: 1 });
      expect(ended.stderr).toContain(String.raw`away\u{1B}[2J`);
      expect(JSON.parse(ended.stdout)).toMatchObject({ status: 'FAILED' });
    },
  );
});

test('an empty message is refused before anything is created', SLOW, async () => {
  const folder = await agentFolder([{ text: 'x' }]);
  expect(await folder.delta(['run', '-m', ' '])).toMatchObject({ code: 2, stdout: '' });
  expect(existsSync(folder.paths.root)).toBe(false);
});

test('a .delta that is not a folder is named', SLOW, async () => {
  const folder = await agentFolder([{ text: 'x' }]);
  await writeFile(folder.paths.root, 'mine');
  const ended = await folder.delta(['run']);
  expect(ended).toMatchObject({ code: 2 });
  expect(ended.stderr).toContain(folder.paths.root);
  expect(await readFile(folder.paths.root, 'utf8')).toBe('mine');
});

test(
  'a configuration of another agent does not end a run that it cannot continue',
  SLOW,
  async () => {
    const folder = await agentFolder([{ delay_ms: 30_000, text: 'Late' }]);
    const running = folder.start(['run']);
    await expect.poll(() => existsSync(folder.paths.latest), SOON).toBe(true);
    await expect.poll(() => folder.journal().length, SOON).toBeGreaterThan(0);
    running.kill('SIGINT');
    await running.ended;
    const file = join(folder.path, 'config.yaml');
    const config = (await textOf(file)).replace('30000', '0');
    await writeFile(file, config.replace('name: agent', 'name: other'));
    const refused = await folder.delta(['run']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('belongs to the agent "agent"');
    expect(folder.metadata().status).toBe('INTERRUPTED');
    await writeFile(file, config);
    expect(await folder.delta(['run'])).toMatchObject({ code: 0, stdout: 'Late\n' });
  },
);

test(
  'a run whose journal is missing is not restarted, because its tools have run',
  SLOW,
  async () => {
    const folder = await agentFolder([bash('echo ran >> ledger'), ask('Which?'), { text: 'x' }], {
      tool_policies: { bash: 'allow' },
    });
    await folder.delta(['run']);
    await rm(join(folder.paths.runs, folder.metadata().run_id, 'execution/journal.jsonl'));
    const refused = await folder.delta(['run']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain('journal');
    expect(await textOf(`${folder.path}/ledger`)).toBe('ran\n');
    expect(folder.metadata().status).toBe('WAITING_FOR_INPUT');
  },
);

describe('a changed request.json', () => {
  test('is written again, and its answer is kept', SLOW, async () => {
    const folder = await agentFolder([ask('Which?', { sensitive: true }), { text: 'x' }]);
    await folder.delta(['run']);
    const asked = folder.request();
    await writeFile(
      folder.paths.request,
      JSON.stringify({ ...asked, prompt: 'Harmless?', sensitive: false }),
    );
    expect((await folder.delta(['run'])).stdout).toContain('Which?');
    expect(folder.request()).toEqual(asked);
  });

  test('is named if it became a folder, and the run waits', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: 'x' }]);
    await folder.delta(['run']);
    await rm(folder.paths.request);
    await mkdir(folder.paths.request);
    const refused = await folder.delta(['run']);
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stderr).toContain(`${folder.paths.request} is a folder`);
    await rmdir(folder.paths.request);
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(folder.request()?.prompt).toBe('Which?');
  });
});

test('a run that cannot write stops, names the file, and can continue later', SLOW, async () => {
  // The tool blocks the path of the next question, as a full disk would. It does not name `.delta`,
  // because commands that do are asked about.
  const folder = await agentFolder(
    [bash('cd .d* && mkdir -p interaction/request.json'), ask('Which?'), { text: 'x' }],
    { tool_policies: { bash: 'allow' } },
  );
  const ended = await folder.delta(['run', '--format', 'json']);
  expect(ended).toMatchObject({ code: 2 });
  expect(JSON.parse(ended.stdout)).toMatchObject({
    status: 'INTERRUPTED',
    error: `${folder.paths.request} is a folder. Move it away: the question is written there.`,
  });
  await rmdir(folder.paths.request);
  expect((await folder.delta(['run'])).code).toBe(101);
  expect(folder.results()).toHaveLength(1);
});

test('a run whose journal is deleted exits with 2, and says so', SLOW, async () => {
  const folder = await agentFolder(
    [bash('rm .d*/runs/LATEST/execution/journal.jsonl'), { text: 'x' }],
    { tool_policies: { bash: 'allow' } },
  );
  const ended = await folder.delta(['run']);
  expect(ended).toMatchObject({ code: 2, stdout: '' });
  expect(ended.stderr).toContain('journal.jsonl is gone');
});
