import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { hideKeys, type ReplaceableProcess } from './environment.ts';
import { deltaProgram } from '../../tests/bundle.fixture.ts';
import { startRun } from '../../tests/http-calls.fixture.ts';
import { startProcess } from '../../tests/process.fixture.ts';
import { folderWith, serveHitl } from '../../tests/serve-process.fixture.ts';

/** A value in no other process of this machine. */
const MARK = randomBytes(16).toString('hex');
const KEYS = {
  OPENAI_API_KEY: `openai-${MARK}`,
  HITL_SECRET_KEY: MARK + MARK,
  HITL_TOKENS: `token-${MARK} alice reviewer`,
  PLAIN_NAME: `plain-${MARK}`,
  DATABASE: `postgres://hitl:${MARK}@db/x`,
};
const CANARY = new RegExp(MARK);

/** Reads the environments of all processes it may read, starting with its parent. */
const LOOK = `cat /proc/$PPID/environ /proc/[0-9]*/environ 2>/dev/null | grep -a -c "[${MARK[0]}]${MARK.slice(1)}"; env; true`;

const CONFIG = `type: model
name: real
provider: openai-compatible
base_url: http://127.0.0.1:9
model: m
api_key_env: PLAIN_NAME
---
type: model
name: script
provider: scripted
turns:
  - tool_calls: [{ id: c1, name: bash, args: { command: '${LOOK.replaceAll("'", "''")}' } }]
  - text: '{{c1}}'
---
type: permission_store
name: rules
---
type: agent
name: worker
model: script
tools: [bash]
permission_store: rules
tool_policies: { bash: allow }
`;

test('a command that is allowed to run finds no key of the server in any process', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const server = await serveHitl(['--config', 'hitl', '--store', 'memory:'], { cwd, env: KEYS });
  const own = readFileSync(`/proc/${server.pid}/environ`, 'utf8');
  expect(own).not.toMatch(CANARY);
  const events = await startRun(server.url, { agent_id: 'worker', input: 'look' });
  const last = events.at(-1);
  expect(last).toMatchObject({ type: 'run_completed' });
  const response = last?.type === 'run_completed' ? last.data.response : '';
  expect(response).not.toMatch(CANARY);
  expect(response).toMatch(/^0\n/);
  server.kill('SIGTERM');
  expect(await server.ended).toMatchObject({
    code: 0,
    stderr: expect.not.stringMatching(CANARY),
  });
});

test('the server keeps its keys: it knows its tokens, and answers under the same process id', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const auth = ['--auth', 'token', '--store', 'memory:'];
  const server = await serveHitl(['--config', 'hitl', ...auth], { cwd, env: KEYS });
  const headers = { authorization: `Bearer token-${MARK}` };
  expect((await fetch(`${server.url}/runs`, { headers })).status).toBe(200);
  expect((await fetch(`${server.url}/runs`)).status).toBe(401);
  expect(leftBehind()).toEqual([]);
  process.kill(server.pid, 'SIGTERM');
  expect(await server.ended).toMatchObject({ code: 0, signal: null });
});

test('delta run hides keys too, and keeps its input, output and exit code', async () => {
  const cwd = await folderWith({
    'config.yaml': `model:
  provider: scripted
  turns:
    - tool_calls: [{ id: c1, name: ask_human, args: { prompt: Which colour? } }]
    - tool_calls: [{ id: c2, name: bash, args: { command: '${LOOK.replaceAll("'", "''")}' } }]
    - text: '{{c1}}: {{c2}}'
tools: [ask_human, bash]
tool_policies: { bash: allow }
task: Look
`,
  });
  const run = (args: string[], input: string) =>
    startProcess([deltaProgram, 'run', ...args], { cwd, env: KEYS, input }).ended;
  expect(await run([], '')).toMatchObject({ code: 101 });
  const { code, stdout, stderr } = await run(['-i'], 'blue\n');
  expect({ code, stderr: CANARY.test(stderr) }).toEqual({ code: 0, stderr: false });
  expect(stdout).toMatch(/blue: 0\n/);
  expect(stdout).not.toMatch(CANARY);
});

test('a key known only to the configuration is hidden before anything is opened', async () => {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const env = { PLAIN_NAME: KEYS.PLAIN_NAME };
  const server = await serveHitl(['--config', 'hitl', '--store', 'memory:'], { cwd, env });
  expect(readFileSync(`/proc/${server.pid}/environ`, 'utf8')).not.toMatch(CANARY);
  const request = startRun(server.url, { agent_id: 'worker', input: 'look' });
  expect((await request).at(-1)).toMatchObject({ type: 'run_completed' });
});

/** Handover files of these tests that are left. */
function leftBehind(): string[] {
  if (!existsSync('/dev/shm')) return [];
  return readdirSync('/dev/shm').filter((name) => {
    const path = join('/dev/shm', name, 'environment');
    try {
      return name.startsWith('hitl-') && CANARY.test(readFileSync(path, 'utf8'));
    } catch {
      // Another process has consumed its own file meanwhile.
      return false;
    }
  });
}

const notBlanked = () => false;

function processWith(more: Partial<ReplaceableProcess>): ReplaceableProcess {
  return {
    env: { PATH: '/bin', ...KEYS },
    argv: ['node', 'hitl', 'serve'],
    execArgv: [],
    execPath: 'node',
    platform: 'linux',
    ...more,
  };
}

test('if the process cannot be replaced, the keys are named once and remain', () => {
  const old = processWith({});
  expect(hideKeys(old, undefined, notBlanked)).toEqual([
    'OPENAI_API_KEY',
    'HITL_SECRET_KEY',
    'HITL_TOKENS',
    'DATABASE',
  ]);
  expect(hideKeys(old, undefined, notBlanked)).toEqual([]);
  expect(old.env['OPENAI_API_KEY']).toBe(KEYS.OPENAI_API_KEY);
});

const environment = JSON.stringify(import.meta.resolve('./environment.ts'));

test('where the shown environment cannot be overwritten, the process restarts as itself', async () => {
  const program = `import { readFileSync } from 'node:fs';
import { hideKeys } from ${environment};
hideKeys(process, undefined, () => false);
const { OPENAI_API_KEY, PLAIN_NAME, HITL_HANDOVER } = process.env;
const shown = readFileSync('/proc/self/environ', 'utf8').includes(${JSON.stringify(MARK)});
console.log(JSON.stringify([shown, OPENAI_API_KEY, PLAIN_NAME, HITL_HANDOVER ?? null, process.pid]));
`;
  const cwd = await folderWith({ 'hide.mjs': program });
  const child = startProcess(['hide.mjs'], { cwd, env: KEYS, input: '' });
  const { code, stdout, stderr } = await child.ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const expected = [false, KEYS.OPENAI_API_KEY, KEYS.PLAIN_NAME, null, child.pid];
  expect(JSON.parse(stdout)).toEqual(expected);
  expect(leftBehind()).toEqual([]);
});

test('a process without keys is not restarted, and one that cannot be leaves no file', () => {
  const execve = vi.fn(() => {
    throw new Error('no');
  });
  onTestFinished(() => expect(leftBehind()).toEqual([]));
  hideKeys(
    processWith({
      execve,
      env: { PATH: '/bin', HOME: '/root', NODE_OPTIONS: '', AWS_CA_BUNDLE: '/ca' },
    }),
    undefined,
    notBlanked,
  );
  expect(execve).not.toHaveBeenCalled();
  hideKeys(processWith({ execve }), undefined, notBlanked);
  expect(execve).toHaveBeenCalledWith('node', ['node', 'hitl', 'serve'], {
    PATH: '/bin',
    HITL_HANDOVER: expect.stringMatching(/^\/.*environment$/),
  });
});
