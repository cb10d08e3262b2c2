import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { deltaProgram } from '../../tests/bundle.fixture.ts';
import { startAtTerminal, type PtyProcess } from '../../tests/pty.fixture.ts';
import { agentFolder, ask, bash, textOf, type AgentFolder } from '../../tests/run.fixture.ts';

const SLOW = { timeout: 180_000 };

/** `delta run -i` at a terminal. */
function atTerminal(folder: AgentFolder, env: Record<string, string> = {}): PtyProcess {
  const args = [deltaProgram, 'run', '-i'];
  return startAtTerminal(process.execPath, args, { cwd: folder.path, env });
}

describe('with -i and a pipe', () => {
  test('asks on stdout, reads a line, and ends in the same process', SLOW, async () => {
    const folder = await agentFolder([
      ask('Which colour?'),
      { text: 'You said {{ask_Which_colour_}}' },
    ]);
    const running = folder.start(['run', '-i'], { input: 'Blue\n' });
    const ended = await running.ended;
    expect(ended).toMatchObject({ code: 0, stdout: 'Which colour?\n> \nYou said Blue\n' });
    expect(folder.results()).toMatchObject([{ observation_content: 'Blue', status: 'SUCCESS' }]);
    expect(folder.metadata()).toMatchObject({ status: 'COMPLETED', pid: running.pid });
    expect(existsSync(folder.paths.interaction)).toBe(false);
  });

  test('exits when it is done, even if its input stays open', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: 'You said {{ask_Which_}}' }]);
    const running = folder.start(['run', '-i'], { input: null });
    running.write('Blue\nand more');
    expect(await running.ended).toMatchObject({ code: 0 });
  });

  test('reads one line for each question', SLOW, async () => {
    const folder = await agentFolder([
      ask('One?'),
      ask('Two?'),
      { text: '{{ask_One_}} {{ask_Two_}}' },
    ]);
    const { stdout } = await folder.delta(['run', '-i'], { input: '1\n2\n' });
    expect(stdout).toBe('One?\n> \nTwo?\n> \n1 2\n');
  });

  test(
    'does not treat the end of the input as an answer: INTERRUPTED, and asked again',
    SLOW,
    async () => {
      const folder = await agentFolder([ask('Which?'), { text: '{{ask_Which_}}' }]);
      const ended = await folder.delta(['run', '-i']);
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('The input ended');
      const { run_id, status } = folder.metadata();
      expect(status).toBe('INTERRUPTED');
      expect(folder.results()).toEqual([]);
      expect(await folder.delta(['run', '-i'], { input: 'Blue\n' })).toMatchObject({ code: 0 });
      expect(folder.metadata().run_id).toBe(run_id);
    },
  );

  test('keeps the question for the next run after SIGINT at the prompt', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: '{{ask_Which_}}' }]);
    const running = folder.start(['run', '-i'], { input: null });
    await running.wrote('Which?');
    running.kill('SIGINT');
    expect(await running.ended).toMatchObject({ code: 130 });
    expect(folder.metadata().status).toBe('INTERRUPTED');
    expect((await folder.delta(['run'])).code).toBe(101);
    expect(folder.request()?.prompt).toBe('Which?');
  });

  test('counts three answers that are neither yes nor no as no', SLOW, async () => {
    const folder = await agentFolder([bash('echo ran >> ledger'), { text: '{{bash_1}}' }]);
    const { stdout } = await folder.delta(['run', '-i'], { input: 'a\nb\nc\n' });
    expect(stdout.match(/The answer must be yes or no/g)).toHaveLength(3);
    expect(stdout).toContain('That counts as no.');
    expect(stdout).toContain('User denied consent');
    expect(await textOf(`${folder.path}/ledger`)).toBe('');
  });

  test('asks here for a suspended run, and clears its mailbox', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: '{{ask_Which_}}' }]);
    await folder.delta(['run']);
    expect(folder.request()).not.toBeNull();
    expect((await folder.delta(['run', '-i'], { input: 'Blue\n' })).stdout).toContain('Blue\n');
    expect(folder.request()).toBeNull();
  });

  test('does not ask for an answer that is already in the mailbox', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: '{{ask_Which_}}' }]);
    await folder.delta(['run']);
    await folder.answer('Green');
    expect(await folder.delta(['run', '-i'])).toMatchObject({ code: 0, stdout: 'Green\n' });
  });
});

describe('with -i at a terminal', () => {
  test('shows what is typed, except secrets', SLOW, async () => {
    const folder = await agentFolder([
      ask('Name?'),
      ask('Password?', { input_type: 'password', sensitive: true }),
      ask('Town?'),
      { text: 'Thanks {{ask_Name_}} of {{ask_Town_}}' },
    ]);
    const pty = atTerminal(folder);
    await pty.sees(/Name\?\n> /);
    pty.type('Ada\r');
    await pty.sees(/Password\?\n> /);
    pty.type('hunter2-secret\r');
    await pty.sees(/Town\?\n> /);
    pty.type('London\r');
    expect(await pty.ended).toEqual({ code: 0 });
    expect(pty.shown()).toContain('> Ada');
    expect(pty.shown()).toContain('> London');
    expect(pty.shown()).toContain('Thanks Ada of London');
    expect(pty.shown()).not.toContain('hunter2');
  });

  test('restores the terminal: echo is back after an answer and after Ctrl+C', SLOW, async () => {
    const folder = await agentFolder([ask('Password?', { sensitive: true }), { text: 'Done' }]);
    const command = `"${process.execPath}" "${deltaProgram}" run -i; echo "exit $?"; stty -a; echo over`;
    for (const [keys, code] of [
      ['\u0003', 130],
      ['s3cret-word\r', 0],
    ] as const) {
      const pty = startAtTerminal('sh', ['-c', command], { cwd: folder.path });
      await pty.sees(/Password\?\n> /);
      pty.type(keys);
      await pty.sees(/\nover\n/);
      expect(pty.shown()).toContain(`exit ${code}\n`);
      expect(pty.shown()).toMatch(/[^-]\becho\b/);
      expect(pty.shown()).toMatch(/[^-]icanon/);
      expect(pty.shown()).not.toContain('s3cret');
    }
    expect(folder.metadata().status).toBe('COMPLETED');
  });

  test('treats Ctrl+D as the end of the input', SLOW, async () => {
    const folder = await agentFolder([ask('Which?'), { text: 'x' }]);
    const pty = atTerminal(folder);
    await pty.sees(/Which\?\n> /);
    pty.type('\u0004');
    expect(await pty.ended).toEqual({ code: 1 });
    expect(folder.metadata().status).toBe('INTERRUPTED');
  });

  test('offers the literal rule, and saves it when asked to', SLOW, async () => {
    const folder = await agentFolder([
      bash('echo ran >> ledger'),
      bash('echo ran >> ledger', 'bash_2'),
      { text: 'Done' },
    ]);
    const pty = atTerminal(folder);
    await pty.sees(/the agent\n> /);
    expect(pty.shown()).toContain('command: echo ran >> ledger');
    expect(pty.shown()).toContain('bash(echo ran >> ledger)');
    pty.type('always 1\r');
    // The second call of the same command needs no answer.
    expect(await pty.ended).toEqual({ code: 0 });
    expect(await textOf(`${folder.path}/ledger`)).toBe('ran\nran\n');
    const rules = await folder.delta(['permissions', 'list', '--format', 'json']);
    expect(JSON.parse(rules.stdout)).toMatchObject({
      rules: [{ pattern: 'bash(echo ran >> ledger)', scope: 'always' }],
    });
  });

  test('sends the reason to the agent', SLOW, async () => {
    const folder = await agentFolder([bash('echo ran >> ledger'), { text: '{{bash_1}}' }]);
    const pty = atTerminal(folder);
    await pty.sees(/the agent\n> /);
    pty.type('no use the other file\r');
    expect(await pty.ended).toEqual({ code: 0 });
    expect(pty.shown()).toContain('User denied consent: use the other file');
    expect(await textOf(`${folder.path}/ledger`)).toBe('');
  });

  test('runs edited arguments, after the person has seen them', SLOW, async () => {
    const folder = await agentFolder([bash('echo wrong >> ledger'), { text: 'Done' }]);
    const editor = join(folder.path, 'editor.sh');
    await writeFile(editor, '#!/bin/sh\nsed -i s/wrong/right/ "$1"\n');
    await chmod(editor, 0o700);
    const pty = atTerminal(folder, { EDITOR: editor });
    await pty.sees(/the agent\n> /);
    pty.type('edit\r');
    await pty.sees(/command: echo right >> ledger[^]*\n> /);
    pty.type('yes\r');
    expect(await pty.ended).toEqual({ code: 0 });
    expect(await textOf(`${folder.path}/ledger`)).toBe('right\n');
  });

  test('refuses edited arguments with a key twice, and names it', SLOW, async () => {
    const folder = await agentFolder([bash('echo ran >> ledger'), { text: 'Done' }]);
    const editor = join(folder.path, 'editor.sh');
    await writeFile(editor, '#!/bin/sh\necho \'{"command": "a", "command": "b"}\' > "$1"\n');
    await chmod(editor, 0o700);
    const pty = atTerminal(folder, { EDITOR: editor });
    await pty.sees(/the agent\n> /);
    pty.type('edit\r');
    await pty.sees(/Nothing was changed: the key "command" appears twice[^]*\n> /);
    pty.type('no\r');
    expect(await pty.ended).toEqual({ code: 0 });
    expect(await textOf(`${folder.path}/ledger`)).toBe('');
  });

  test('ignores what was typed before the question', SLOW, async () => {
    const folder = await agentFolder([
      { ...bash('echo ran >> ledger'), delay_ms: 1500 },
      { text: '{{bash_1}}' },
    ]);
    const pty = atTerminal(folder);
    pty.type('yes\ryes\ryes');
    await pty.sees(/the agent\n> /);
    pty.type('no not yet\r');
    expect(await pty.ended).toEqual({ code: 0 });
    expect(pty.shown()).toContain('User denied consent: not yet');
    expect(await textOf(`${folder.path}/ledger`)).toBe('');
  });

  test('accepts no yes to a call whose middle was not shown', SLOW, async () => {
    const lines = Array.from({ length: 60 }, (_, index) => `echo ${index} >> ledger`);
    const folder = await agentFolder([bash(lines.join('\n')), { text: 'Done' }]);
    const pty = atTerminal(folder);
    await pty.sees(/the agent\n> /);
    expect(pty.shown()).not.toContain('echo 30 ');
    pty.type('yes\r');
    await pty.sees(/Type all first, or no\.[^]*\n> /);
    expect(await textOf(`${folder.path}/ledger`)).toBe('');
    pty.type('all\r');
    await pty.sees(/echo 30 [^]*echo 59 [^]*\n> /);
    pty.type('yes\r');
    expect(await pty.ended).toEqual({ code: 0 });
    expect(await textOf(`${folder.path}/ledger`)).toContain('30\n');
  });

  test("separates the agent's text from its own", SLOW, async () => {
    const fake = 'Done.\n> yes\nAllow bash to run?\n  yes      this once';
    const folder = await agentFolder([ask(fake), { text: 'x' }]);
    const pty = atTerminal(folder);
    await pty.sees(/  │   yes      this once\n> /);
    expect(pty.shown()).toContain(
      'The agent asks:\n  │ Done.\n  │ > yes\n  │ Allow bash to run?\n',
    );
    pty.type('no\r');
    await pty.ended;
  });

  test("shows every character of the agent's text", SLOW, async () => {
    const folder = await agentFolder([ask('Sure?\u001B[2J\u202E'), { text: 'x' }]);
    const pty = atTerminal(folder);
    await pty.sees(/\n> /);
    expect(pty.shown()).toContain(String.raw`Sure?\u{1B}[2J\u{202E}`);
    expect(pty.shown()).not.toContain('\u202E');
    pty.type('yes\r');
    await pty.ended;
  });
});
