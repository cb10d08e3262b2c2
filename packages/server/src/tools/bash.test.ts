import { readFile, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ToolOutput } from '../agents/tool.ts';
import { createBashTool } from './bash.ts';
import { temporaryFolder, toolContext, readyPipe } from './tools.fixture.ts';

interface Result {
  readonly content: string;
  readonly isSuccess?: boolean;
  readonly error?: string;
}

function resultOf(output: ToolOutput): Result {
  return typeof output === 'string' ? { content: output } : (output as Result);
}

async function run(command: string, options: { maxOutputBytes?: number } = {}): Promise<Result> {
  const tool = createBashTool({ workspace: await temporaryFolder(), ...options });
  return resultOf(await tool.execute({ command }, toolContext()));
}

test('returns the output of the command, first stdout, then stderr', async () => {
  expect(await run('echo problem >&2; echo done')).toEqual({
    content: 'done\nproblem\n',
    output: { exit_code: 0 },
  });
});

test('keeps stdout and stderr on separate lines', async () => {
  expect((await run('printf done; printf problem >&2')).content).toBe('done\nproblem');
});

test('reports that there was no output', async () => {
  expect((await run('true')).content).toBe('(no output)');
});

test('reports a failure in the first line and keeps the output', async () => {
  expect(await run('echo checked; echo broken >&2; exit 3')).toEqual({
    content: 'Exit code 3\nchecked\nbroken\n',
    output: { exit_code: 3 },
    isSuccess: false,
    error: 'Exit code 3',
  });
});

test('reports the signal that killed the command', async () => {
  expect(await run('kill -SEGV $$')).toMatchObject({
    isSuccess: false,
    error: 'Killed by SIGSEGV',
  });
});

test('runs bash in the workspace, without input', async () => {
  const workspace = await temporaryFolder();
  const tool = createBashTool({ workspace });
  const command = 'words=(one two); pwd; cat; echo "${words[1]}"';
  expect(resultOf(await tool.execute({ command }, toolContext())).content).toBe(
    `${workspace}\ntwo\n`,
  );
});

test('runs no program that a folder names in the form of a bare repository', async () => {
  const workspace = await temporaryFolder();
  const tool = createBashTool({ workspace });
  const settings = ['bare = false', 'worktree = .', 'fsmonitor = "echo ran > ../ran; false"'];
  const plant = `git init -q . && mkdir -p sub/objects sub/refs && echo 'ref: refs/heads/main' > sub/HEAD &&
    printf '%s\\n' '[core]' 'repositoryformatversion = 0' '${settings.join("' '")}' > sub/config`;
  expect(resultOf(await tool.execute({ command: plant }, toolContext()))).toMatchObject({
    output: { exit_code: 0 },
  });
  await tool.execute({ command: 'cd sub && git status' }, toolContext());
  expect((await readdir(workspace)).toSorted()).toEqual(['.git', 'sub']);
  expect(resultOf(await tool.execute({ command: 'git status --short' }, toolContext()))).toEqual({
    content: '?? sub/\n',
    output: { exit_code: 0 },
  });
});

test('lets a command open its streams by name', async () => {
  const command =
    'echo problem > /dev/stderr; echo done > /dev/stdout; echo both | tee /dev/stderr';
  expect((await run(command)).content).toBe('done\nboth\nproblem\nboth\n');
});

test('hides the command from the process list, even from itself', async () => {
  const listed = await run(`: hunter2; ps -ww -o args= -p $$ || tr '\\0' ' ' < /proc/$$/cmdline`);
  expect(listed.content).toContain('-c eval');
  expect(listed.content).not.toContain('hunter2');
  expect(await run('{ : <&3; } 2> /dev/null || echo closed')).toMatchObject({
    content: 'closed\n',
  });
});

test('runs only the command, and never just appears to have run it', async () => {
  await expect(run('echo a\0b')).rejects.toThrow('command must not contain a NUL character');
  const tool = createBashTool({ workspace: await temporaryFolder() });
  vi.stubEnv('PATH', '/nowhere');
  onTestFinished(() => void vi.unstubAllEnvs());
  const output = resultOf(await tool.execute({ command: 'echo done' }, toolContext()));
  expect(output).toMatchObject({ isSuccess: false, error: 'Exit code 127' });
});

test('runs a command that is longer than an argument can be', async () => {
  expect((await run(`: ${'x'.repeat(200_000)}; echo done`)).content).toBe('done\n');
});

test('gives the command a cleaned environment with the ids of its call', async () => {
  vi.stubEnv('HITL_SECRET_KEY', 'ab'.repeat(32));
  vi.stubEnv('OPENAI_API_KEY', 'sk-test');
  vi.stubEnv('BASH_ENV', '/nowhere');
  vi.stubEnv('LANG', 'C.UTF-8');
  onTestFinished(() => void vi.unstubAllEnvs());
  const workspace = await temporaryFolder();
  const context = toolContext({ runId: 'r', toolCallId: 'c', idempotencyKey: 'k' });
  const output = await createBashTool({ workspace }).execute({ command: 'env' }, context);
  const variables = resultOf(output).content.trimEnd().split('\n');
  const names = variables.map((line) => line.slice(0, line.indexOf('=')));
  const known = ['PATH', 'HOME', 'LANG', 'TERM', 'TMPDIR'];
  const ofBash = ['PWD', 'OLDPWD', 'SHLVL', '_'];
  const ours = ['HITL_RUN_ID', 'HITL_TOOL_CALL_ID', 'HITL_IDEMPOTENCY_KEY'];
  const ofGit = ['GIT_CONFIG_COUNT', 'GIT_CONFIG_KEY_0', 'GIT_CONFIG_VALUE_0'];
  expect(
    names.filter((name) => ![...known, ...ofBash, ...ofGit].includes(name)).toSorted(),
  ).toEqual(ours.toSorted());
  expect(variables).toEqual(
    expect.arrayContaining([
      'HITL_RUN_ID=r',
      'HITL_TOOL_CALL_ID=c',
      'HITL_IDEMPOTENCY_KEY=k',
      'LANG=C.UTF-8',
    ]),
  );
});

test('cuts a long output and reports its size, in bounded memory', async () => {
  const { content } = await run('head -c 3000000 /dev/zero | tr "\\0" x', {
    maxOutputBytes: 1000,
  });
  expect(content).toMatch(/^x+… \[cut: 3000000 bytes in all\]$/);
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(1000);
});

test('cuts between characters', async () => {
  const { content } = await run('yes äö | head -n 1000', { maxOutputBytes: 100 });
  expect(content).toMatch(/^(äö\n)+ä?… \[cut: 5000 bytes in all\]$/);
});

test('keeps the errors when the rest is too long', async () => {
  const { content } = await run('yes | head -n 1000; echo "the reason" >&2; exit 1', {
    maxOutputBytes: 400,
  });
  expect(content).toMatch(/^Exit code 1\ny\n/);
  expect(content).toContain('the reason');
  expect(content).toMatch(/… \[cut: \d+ bytes in all\]$/);
});

test('ends a command at the time limit of the call', async () => {
  const tool = createBashTool({ workspace: await temporaryFolder() });
  const output = await tool.execute({ command: 'sleep 600', timeout: 100 }, toolContext());
  expect(resultOf(output)).toMatchObject({
    content: 'Ended after 100 ms, its time limit\n',
    isSuccess: false,
  });
});

test('does not let a call have more time than the tool has', async () => {
  const tool = createBashTool({ workspace: await temporaryFolder(), timeoutMs: 200 });
  const output = await tool.execute({ command: 'sleep 600', timeout: 1e12 }, toolContext());
  expect(resultOf(output).error).toBe('Ended after 200 ms, its time limit');
});

test('keeps the output when the runner ends it at its time limit', async () => {
  const workspace = await temporaryFolder();
  const controller = new AbortController();
  const started = await readyPipe(workspace);
  const work = createBashTool({ workspace }).execute(
    { command: 'echo started; echo x > ready; sleep 600' },
    toolContext({ signal: controller.signal }),
  );
  await started();
  controller.abort(new DOMException('too slow', 'TimeoutError'));
  expect(resultOf(await work).content).toMatch(/^Ended after 120000 ms, its time limit\nstarted\n/);
});

/** Whether a process has ended; a zombie counts as ended. */
async function hasEnded(id: string): Promise<boolean> {
  const status = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  return status === undefined || /\) [ZX] /.test(status);
}

test('ends the whole process group, grandchildren too, when it is aborted', async () => {
  const workspace = await temporaryFolder();
  const controller = new AbortController();
  const started = await readyPipe(workspace);
  const inner = 'sleep 600 3>&- & echo "$$ $!" >&3; exec 3>&-; wait';
  const command = `exec 3> ready; sleep 600 3>&- & echo "$$ $!" >&3; bash -c '${inner}' & exec 3>&-; wait`;
  const work = createBashTool({ workspace }).execute(
    { command },
    toolContext({ signal: controller.signal }),
  );
  const ids = (await started()).trim().split(/\s+/);
  expect(ids).toHaveLength(4);
  const reason = new Error('aborted by a person');
  controller.abort(reason);
  await expect(work).rejects.toBe(reason);
  expect(await Promise.all(ids.map(hasEnded))).toEqual(ids.map(() => true));
});

test('runs nothing when it is already aborted', async () => {
  const workspace = await temporaryFolder();
  const signal = AbortSignal.abort(new Error('too late'));
  const work = createBashTool({ workspace }).execute(
    { command: 'touch ran' },
    toolContext({ signal }),
  );
  await expect(work).rejects.toThrow('too late');
  expect(await readdir(workspace)).toEqual([]);
});

test('does not wait for background processes, and ends them', async () => {
  const { content } = await run('sleep 600 & echo $!');
  expect(await hasEnded(content.trim())).toBe(true);
});

test('lets background processes finish the last lines', async () => {
  expect((await run('echo late > >(cat)')).content).toBe('late\n');
});

test('names the missing folder', async () => {
  const tool = createBashTool({ workspace: join(tmpdir(), 'hitl-not-there') });
  await expect(tool.execute({ command: 'true' }, toolContext())).rejects.toThrow(
    `The folder to run in does not exist: ${join(tmpdir(), 'hitl-not-there')}`,
  );
});

test('leaves no temporary file behind', async () => {
  const folder = await temporaryFolder();
  const tool = createBashTool({ workspace: await temporaryFolder() });
  // A folder for temporary files that no other test uses.
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  await tool.execute({ command: 'true' }, toolContext());
  expect(await readdir(folder)).toEqual([]);
});

test('asks for approval, matches rules by the command and shows it', () => {
  const tool = createBashTool({ workspace: '/work' });
  expect(tool).toMatchObject({
    name: 'bash',
    effects: 'at_most_once',
    requiresConsent: true,
    timeoutMs: 120_000,
    permission: { kind: 'command', arg: 'command', safeArgs: ['description', 'timeout'] },
  });
  expect(tool.describeCall?.({ command: 'npm run lint' })).toEqual({ command: 'npm run lint' });
});

test('prefers the settings of the host to its own', () => {
  const settings = {
    description: 'A shell',
    requiresConsent: false,
    defaultPermissionPolicy: 'deny',
    rememberable: false,
    riskLevel: 'high',
    timeoutMs: 5,
  } as const;
  expect(createBashTool({ workspace: '/work', ...settings })).toMatchObject(settings);
});

test('warns once, at its first use, if the rules were not tested with the shell', async () => {
  const folder = await temporaryFolder();
  const says = 'GNU bash, version 4.4.20(1)-release (x86_64-pc-linux-gnu)';
  const shell = `#!/bin/sh\nif [ "$1" = --version ]; then echo '${says}'; else exec /bin/bash "$@"; fi\n`;
  await writeFile(join(folder, 'bash'), shell, { mode: 0o755 });
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH'] ?? ''}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const warnings: string[] = [];
  const onWarning = (message: string): void => void warnings.push(message);
  const tool = createBashTool({ workspace: folder, onWarning });
  expect(warnings).toEqual([]);
  for (const word of ['one', 'two']) {
    const output = resultOf(await tool.execute({ command: `echo ${word}` }, toolContext()));
    expect(output.content).toBe(`${word}\n`);
  }
  expect(warnings).toEqual([
    expect.stringMatching(/bash 4\.4\.20\(1\)-release.*tested with bash 5\.2/),
  ]);
});
