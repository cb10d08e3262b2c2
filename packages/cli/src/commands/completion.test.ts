import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runMain } from '../main.fixture.ts';
import { folderWith } from '../process.fixture.ts';

const bin = fileURLToPath(new URL('../bin.ts', import.meta.url));

async function offered(...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runMain(['complete', '--', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
}

describe('completion', () => {
  test('offers the commands, and leaves out what only shells call', async () => {
    const commands = await offered('');
    expect(commands).toEqual(
      expect.arrayContaining(['run', 'serve', 'inbox', 'permissions', 'audit', 'completion']),
    );
    expect(commands).not.toContain('complete');
    expect(await offered('per')).toEqual(['permissions']);
  });

  test.each<[string[], string[]]>([
    [
      ['inbox', ''],
      ['list', 'show', 'answer', 'watch', 'help'],
    ],
    [['inbox', 'answer', '--rem'], ['--remember']],
    [
      ['inbox', 'answer', '--remember', ''],
      ['once', 'session', 'always'],
    ],
    [['inbox', 'answer', '--remember=al'], ['--remember=always']],
    [['inbox', '--serv'], ['--server']],
    [['inbox', '--server', 'http://x', 'w'], ['watch']],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
    [['serve', '--config', ''], []],
    [['audit', 'RUN', ''], []],
    [['run', '--format', 'j'], ['json']],
  ])('offers after %j just %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test('works in a real bash, which runs nothing of what was typed', async () => {
    const folder = await folderWith({
      'bin/hitl': `#!/bin/sh\nexec '${process.execPath}' --conditions=@hitl/source '${bin}' "$@"\n`,
      'config.yaml': 'name: agent\n',
      'ask.sh': `set -u
source <(hitl completion bash)
offer() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
  "$(complete -p hitl | sed 's/.*-F \\([^ ]*\\).*/\\1/')"
  echo "\${COMPREPLY[*]-}"
}
offer hitl inbox a
offer hitl inbox answer --remember ''
offer hitl audit '$(touch ran)' --ver
offer hitl audit "it's; touch ran" ''
complete -p hitl
`,
    });
    await chmod(join(folder, 'bin/hitl'), 0o755);
    const { status, stdout, stderr } = spawnSync('bash', ['ask.sh'], {
      cwd: folder,
      env: { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(stdout).toBe(
      'answer\nonce session always\n--verify\n\ncomplete -o default -F _hitl_complete hitl\n',
    );
    expect(existsSync(join(folder, 'ran'))).toBe(false);
  });

  test.each(['zsh', 'fish'])('gives %s a script about the program’s own name', async (shell) => {
    const { code, stdout } = await runMain(['completion', shell], {}, 'delta');
    expect(code).toBe(0);
    expect(stdout).toContain('delta complete -- ');
    expect(stdout).not.toContain('hitl');
    // Where the shell is here, it can read it.
    const parsed = spawnSync(shell, ['-n'], { input: stdout, encoding: 'utf8' });
    if (parsed.error === undefined) expect(parsed.stderr).toBe('');
  });
});
