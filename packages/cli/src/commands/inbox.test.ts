import { existsSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { GateOutcome, InteractionPage, InteractionView } from '@hitl/protocol';
import { describe, expect, test } from 'vitest';
import { hitlProgram } from '../../tests/bundle.fixture.ts';
import { requestIn, send, startRun } from '../../tests/http-calls.fixture.ts';
import { runMain, type Outcome } from '../../tests/main.fixture.ts';
import { startAtTerminal } from '../../tests/pty.fixture.ts';
import { agentFolder, ask, bash, type AgentFolder, type Turn } from '../../tests/run.fixture.ts';
import {
  folderWith,
  hitl,
  serveHitl,
  type ListeningHitl,
} from '../../tests/serve-process.fixture.ts';

const SECONDS = { timeout: 180_000 };

/** A suspended run, and `hitl inbox ARGS… --dir DIR` in this process. */
async function waiting(...turns: Turn[]) {
  const folder = await agentFolder([...turns, { text: 'done' }]);
  expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
  return { folder, inbox: inboxOf('--dir', folder.path) };
}

function inboxOf(...target: string[]) {
  return (...args: string[]): Promise<Outcome> => runMain(['inbox', ...args, ...target]);
}

async function page(inbox: ReturnType<typeof inboxOf>): Promise<InteractionPage> {
  return JSON.parse((await inbox('--format', 'json')).stdout) as InteractionPage;
}

function responseOf({ paths }: AgentFolder): string {
  return readFileSync(paths.response, 'utf8');
}

describe('the inbox of a directory', SECONDS, () => {
  test('reports that nothing is pending, warns about a wrong directory, and creates no file', async () => {
    const path = await folderWith({});
    const inbox = inboxOf('--dir', path);
    expect(await inbox()).toEqual({
      code: 0,
      stdout: 'Nothing is pending.\n',
      stderr: `hitl: no 'delta run' has been started in ${path}. For the requests of a server, add --server URL.\n`,
    });
    expect(await page(inbox)).toEqual({ interactions: [], next_cursor: null });
    expect(await inbox('answer', '--yes')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/hitl: Nothing is pending\.\n$/),
    });
    expect(existsSync(`${path}/.delta`)).toBe(false);
  });

  test('lists and shows a call with every character visible, and answers it', async () => {
    const { folder, inbox } = await waiting(bash('echo a\u200bb; echo \u001b[2J'));
    const { interactions } = await page(inbox);
    const [request] = interactions;
    expect(request).toMatchObject({ purpose: 'authorization', tool_name: 'bash' });
    const id = request?.id ?? '';
    expect(id).toBe(folder.request()?.request_id);
    const listed = await inbox();
    expect(listed.stdout).toMatch(/^ID +SINCE +EXPIRES +WHO +WHAT\n/);
    expect(listed.stdout).toContain(
      `${id}  ${request?.created_at}  never    agent for local  allow`,
    );
    const shown = await inbox('show', id.slice(0, 6));
    expect(await inbox('show')).toEqual(shown);
    for (const { stdout } of [listed, shown]) {
      expect(stdout).toContain(String.raw`echo a\u{200B}b; echo \u{1B}[2J`);
      expect(stdout).not.toMatch(/[\u001b\u200b]/);
    }
    expect(shown.stdout).toContain(`digest   ${request?.args_digest}\n`);
    const view = JSON.parse(
      (await inbox('show', id, '--format', 'json')).stdout,
    ) as InteractionView;
    expect(view).toMatchObject({ status: 'pending', interaction_request: { id } });

    expect(await inbox('answer', id, '--yes')).toEqual({
      code: 0,
      stdout: `Written to ${folder.paths.response}. Re-run 'delta run' there to continue.\n`,
      stderr: '',
    });
    expect(responseOf(folder)).toBe('yes\n');
    expect(statSync(folder.paths.response).mode & 0o777).toBe(0o600);
    expect(await inbox('answer', id, '--no')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('it is answered already') as string,
    });
    expect((await folder.delta(['run'])).code).toBe(0);
    expect((await inbox('show', id)).stdout).toMatch(/^status +answered$/m);
    expect(await inbox('answer', id, '--no')).toMatchObject({ code: 1 });
  });

  const several = ask('Which?', {
    interaction: {
      type: 'select',
      multiple: true,
      options: ['a', 'b', 'c,d'].map((value) => ({ value, label: value })),
    },
  });

  test.each<[string[], Turn, string]>([
    [['--text', 'Blue'], ask('Colour?'), 'Blue'],
    [['--text', ''], ask('Colour?'), ''],
    [['--yes'], ask('Sure?', { input_type: 'confirmation' }), 'yes'],
    [['--choose', '3,b'], several, '{"selected_values":["c,d","b"]}'],
  ])('accepts the answer %j, which delta run reads', async (flags, turn, expected) => {
    const { folder, inbox } = await waiting(turn);
    expect(await inbox('answer', ...flags)).toMatchObject({ code: 0 });
    expect((await folder.delta(['run'])).code).toBe(0);
    expect(folder.results()[0]?.['observation_content']).toBe(expected);
  });

  test('refuses an invalid choice, and writes nothing', async () => {
    const { folder, inbox } = await waiting(several);
    expect(await inbox('answer', '--choose', '2,b')).toMatchObject({ code: 2, stdout: '' });
    expect(await inbox('answer', '--yes')).toMatchObject({
      code: 2,
      stderr: 'hitl: --yes is not a choice. Expected --choose with one of: a, b, c,d.\n',
    });
    expect(await inbox('answer', '--choose', 'e')).toMatchObject({
      code: 2,
      stderr: 'hitl: --choose e: there is no such option. Expected one of: a, b, c,d.\n',
    });
    expect(existsSync(folder.paths.response)).toBe(false);
  });

  test.each<[string[], RegExp]>([
    [['--yes', '--remember', 'always'], /--remember always cannot be sent through a mailbox/],
    [['--args-json', '{}'], /--args-json cannot be sent through a mailbox/],
    [['--no', '--note', 'why'], /--note cannot be sent through a mailbox/],
    [['--yes', '--no'], /Expected either --yes or --no/],
    [['--text', 'x'], /--text does not answer a yes-or-no question/],
    [['--args-json', '[]'], /Expected a JSON object/],
    [['--args-json', '{"a": 1, "a": 2}'], /Nothing was sent: the key "a" appears twice/],
    [['--args-json', '{"a": 1e400}'], /Nothing was sent: the number 1e400 cannot/],
  ])('refuses what a mailbox does not support: %j', async (flags, why) => {
    const { folder, inbox } = await waiting(bash('true'));
    const { code, stdout, stderr } = await inbox('answer', ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(why);
    expect(existsSync(folder.paths.response)).toBe(false);
  });

  test('answers one question of several at a time, in their order', async () => {
    const { folder, inbox } = await waiting({
      tool_calls: [...ask('First?').tool_calls, ...ask('Second?').tool_calls],
    });
    const { interactions } = await page(inbox);
    expect(interactions.map(({ title }) => title)).toEqual(['First?', 'Second?']);
    const [first, second] = interactions.map(({ id }) => id);
    expect(await inbox('answer', '--text', 'x')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('2 requests are pending') as string,
    });
    expect(await inbox('answer', second ?? '', '--text', 'x')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Answer ${first} first`) as string,
    });
    expect(existsSync(folder.paths.response)).toBe(false);
  });

  test('reads a secret from stdin only, and shows it nowhere', async () => {
    const { folder, inbox } = await waiting(ask('Password?', { sensitive: true }));
    expect(await inbox('answer', '--text', 'hunter2')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Use --text-file') as string,
    });
    const answered = await hitl(['inbox', 'answer', '--text-file', '-'], {
      cwd: folder.path,
      input: 'hunter2\n',
    }).ended;
    expect(answered).toMatchObject({ code: 0, stderr: '' });
    expect(answered.stdout).not.toContain('hunter2');
    expect(responseOf(folder)).toBe('hunter2\n');
  });

  test('removes temporary files of a process that crashed while writing an answer', async () => {
    const { folder, inbox } = await waiting(ask('Password?', { sensitive: true }), ask('Sure?'));
    const leave = async (): Promise<string> => {
      const path = `${folder.paths.interaction}/.${crypto.randomUUID()}.tmp`;
      await writeFile(path, 'hunter2\n');
      return path;
    };
    const first = await leave();
    await writeFile(`${folder.path}/secret`, 'hunter3\n');
    expect(await inbox('answer', '--text-file', `${folder.path}/secret`)).toMatchObject({
      code: 0,
    });
    expect(existsSync(first)).toBe(false);
    const second = await leave();
    expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
    expect(existsSync(second)).toBe(false);
  });

  test('replaces an answer that delta run could not use', async () => {
    const { folder, inbox } = await waiting(bash('true'));
    await folder.answer('perhaps\n');
    expect(await inbox('answer', '--no')).toMatchObject({ code: 0 });
    expect(responseOf(folder)).toBe('no\n');
  });

  test('shows the content of request.json if the journal cannot be read', async () => {
    const { folder, inbox } = await waiting(ask('Colour?'));
    const journal = `${folder.paths.runs}/${folder.metadata().run_id}/execution/journal.jsonl`;
    await writeFile(journal, '[]\n');
    const { code, stdout, stderr } = await inbox();
    expect(code).toBe(0);
    expect(stdout).toContain('Colour?');
    expect(stderr).toContain('journal.jsonl');
    expect(await inbox('answer', '--text', 'Blue')).toMatchObject({ code: 0 });
    expect(responseOf(folder)).toBe('Blue\n');
  });

  test('asks at a terminal if no flag answers, and hides a secret', async () => {
    const { folder } = await waiting(ask('Password?', { sensitive: true }));
    const terminal = startAtTerminal(process.execPath, [hitlProgram, 'inbox', 'answer'], {
      cwd: folder.path,
    });
    await terminal.sees('Password?\n> ');
    terminal.type('hunter2\r');
    expect((await terminal.ended).code).toBe(0);
    expect(terminal.shown()).not.toContain('hunter2');
    expect(responseOf(folder)).toBe('hunter2\n');
  });

  test('watch prints changes, one JSON value per line, until SIGTERM', async () => {
    const { folder } = await waiting(ask('First?'), ask('Second?'));
    const watch = hitl(['inbox', 'watch', '--format', 'json'], { cwd: folder.path });
    await watch.wrote('First?');
    await folder.answer('x\n');
    expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
    await watch.wrote('Second?');
    watch.kill('SIGTERM');
    const { code, stdout, stderr } = await watch.ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => (JSON.parse(line) as { type: string }).type).toSorted()).toEqual([
      'interaction_gone',
      'interaction_request',
      'interaction_request',
    ]);
  });
});

const CONFIG = `type: model
name: script
provider: scripted
turns:
  - tool_calls: [{ id: c1, name: bash, args: { command: echo one } }]
  - tool_calls: [{ id: c2, name: ask_human, args: { prompt: 'Which colour?' } }]
  - text: 'You said {{c2}} after {{c1}}'
---
type: permission_store
name: rules
---
type: agent
name: painter
model: script
tools: [bash, ask_human]
permission_store: rules
`;

async function painting(): Promise<{
  server: ListeningHitl;
  inbox: ReturnType<typeof inboxOf>;
  id: string;
}> {
  const cwd = await folderWith({ 'hitl/all.yaml': CONFIG });
  const server = await serveHitl(['--config', 'hitl', '--store', 'memory:'], { cwd });
  const run = { agent_id: 'painter', input: 'Paint', user_id: 'alice' };
  const { id } = requestIn(await startRun(server.url, run));
  return { server, inbox: inboxOf('--server', server.url), id };
}

describe('the inbox of a server', SECONDS, () => {
  test('lists, shows and answers over HTTP, and prints the body for programs', async () => {
    const { server, inbox, id } = await painting();
    const [request] = (await page(inbox)).interactions;
    expect(request).toMatchObject({ id, user_id: 'alice' });
    const body: unknown = await (await fetch(`${server.url}/interactions/${id}`)).json();
    expect(JSON.parse((await inbox('show', id, '--format', 'json')).stdout)).toEqual(body);
    expect((await inbox('show', id)).stdout).toContain('rules that can be remembered\n  bash(echo');
    const answered = await inbox(
      'answer',
      id,
      '--args-json={"command": "echo two"}',
      '--note=two is better',
      '--user=alice',
      '--format=json',
    );
    expect(answered).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(answered.stdout)).toMatchObject({ run: { id: request?.run_id } });
    const view: unknown = await (await fetch(`${server.url}/interactions/${id}`)).json();
    expect(view).toMatchObject({
      status: 'answered',
      response: {
        action: 'modify_args',
        modified_args: { command: 'echo two' },
        note: 'two is better',
        user_id: 'alice',
        remember: { scope: 'once' },
      },
    });
    expect(await inbox('answer', id, '--yes')).toMatchObject({
      code: 1,
      stderr: `hitl: ${id} is answered already, so nothing was sent.\n`,
    });
  });

  test('remembers a rule if asked to', async () => {
    const { server, inbox, id } = await painting();
    const flags = ['--yes', '--remember', 'always', '--rule', 'bash(echo:*)'];
    expect(await inbox('answer', id, ...flags)).toMatchObject({ code: 0 });
    expect(await (await fetch(`${server.url}/permissions/alice/rules`)).json()).toMatchObject({
      rules: [{ pattern: 'bash(echo:*)', effect: 'allow', scope: 'always' }],
    });
  });

  test('remembers a rule with an expiry if asked to', async () => {
    const { server, inbox, id } = await painting();
    expect(await inbox('answer', id, '--yes', '--remember', 'hour')).toMatchObject({ code: 0 });
    expect(await (await fetch(`${server.url}/permissions/alice/rules`)).json()).toMatchObject({
      rules: [{ effect: 'allow', scope: 'always', expires_at: expect.any(String) }],
    });
  });

  test('names the argument of an edit that does not fit, and who continues with an external call', async () => {
    const { server, inbox } = await painting();
    const asked = await send(`${server.url}/interactions`, {
      session_id: 'theirs',
      tool_call_id: 'c1',
      tool_name: 'mail',
      tool_args: { to: 'ann' },
      tool_schema: { type: 'object', properties: { to: { type: 'string' } } },
    });
    const { interaction_request: request } = (await asked.json()) as GateOutcome;
    const id = request?.id ?? '';
    const prefix = id.slice(0, 8);
    expect(await inbox('answer', prefix, '--args-json', '{"to": 5}')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('do not fit mail: to is of type number, not string.\n'),
    });
    expect(await inbox('answer', prefix, '--yes')).toEqual({
      code: 0,
      stdout: 'Answered. The program that asked continues.\n',
      stderr: '',
    });
    expect(await inbox('show', prefix)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/is enough only while the request is pending\.\n$/),
    });
    expect((await inbox('show', id)).stdout).toMatch(/^status +answered$/m);
  });

  test('sees only the pending requests of the named user', async () => {
    const { inbox, id } = await painting();
    expect((await inbox('list', '--user', 'alice')).stdout).toContain(id);
    expect((await inbox('list', '--user', 'bob')).stdout).toBe('Nothing is pending.\n');
  });

  test.each<[number, string[], RegExp]>([
    [1, [], /^hitl: The input ended before the question was answered\.\n$/],
    [2, ['--yes', '--text', 'x'], /Expected one of --yes, --no, --args-json/],
    [2, ['--no', '--remember', 'always'], /--remember needs --yes/],
    [2, ['--yes', '--rule', 'bash(:*)'], /--rule needs --remember/],
    [2, ['--choose', 'a'], /--choose does not apply to a call that needs approval/],
    [1, ['--yes', '--remember', 'always', '--rule', 'bash(ls)'], /was not offered for this call/],
  ])('exits with %i for %j and keeps the question', async (code, flags, why) => {
    const { inbox, id } = await painting();
    const ended = await inbox('answer', id, ...flags);
    expect(ended.code).toBe(code);
    expect(ended.stderr).toMatch(why);
    expect((await page(inbox)).interactions).toMatchObject([{ id }]);
  });

  test('watch --answer asks about each request as it arrives, and stops asking when others answer', async () => {
    const { server, id } = await painting();
    const terminal = startAtTerminal(
      process.execPath,
      [hitlProgram, 'inbox', 'watch', '--answer', '--server', server.url],
      { cwd: process.cwd() },
    );
    await terminal.sees('Allow bash to run?');
    await send(`${server.url}/interactions/${id}/respond`, {
      request_id: id,
      type: 'confirm',
      confirmed: true,
    });
    await terminal.sees(`- ${id}  answered`);
    await terminal.sees('Which colour?\n> ');
    terminal.type('Blue\r');
    await terminal.sees('Answered.');
    terminal.type('\u0003');
  });

  test('watch --answer exits with 1 when its input ends', async () => {
    const { server, id } = await painting();
    const watch = hitl(['inbox', 'watch', '--answer', '--server', server.url], {
      cwd: process.cwd(),
    });
    const { code, stdout, stderr } = await watch.ended;
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: 'hitl: The input ended before the question was answered.\n',
    });
    expect(stdout).toContain(`+ ${id}`);
  });

  test('names an unreachable server in its failure', async () => {
    const { code, stderr } = await inboxOf('--server', 'http://127.0.0.1:1')();
    expect(code).toBe(1);
    expect(stderr).toMatch(/^hitl: http:\/\/127\.0\.0\.1:1: /);
  });
});
