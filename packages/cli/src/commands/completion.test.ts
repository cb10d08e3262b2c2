import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { hitlProgram } from '../../tests/bundle.fixture.ts';
import { runMain } from '../../tests/main.fixture.ts';
import { folderWith } from '../../tests/process.fixture.ts';
import { startAtTerminal } from '../../tests/pty.fixture.ts';

const SECONDS = { timeout: 180_000 };

/** How to start each shell without user settings, and load the script. */
const SHELLS = {
  bash: { args: ['--norc', '--noprofile', '-i'], teach: 'eval "$(hitl completion bash)"' },
  zsh: {
    args: ['-f', '-i'],
    teach: 'autoload -Uz compinit; compinit -D; eval "$(hitl completion zsh)"',
  },
  fish: { args: ['-N', '-i'], teach: 'hitl completion fish | source' },
};

/** What is typed before Tab, and the line after it. */
const TYPED: readonly (readonly [string, string])[] = [
  ['hitl permi', 'hitl permissions '],
  ['hitl inbox answer --rem', 'hitl inbox answer --remember '],
  ['hitl inbox answer --no --remember al', '--no --remember always '],
  ['hitl inbox answer --remember=al', '--remember=always '],
  ['hitl inbox --server http://127.0.0.1:8787 wa', '--server http://127.0.0.1:8787 watch '],
  ['hitl serve --config ag', '--config agents/'],
  ['hitl serve --config=ag', '--config=agents/'],
  [`hitl audit '$(touch ran)' --ver`, `'$(touch ran)' --verify `],
  ['hitl audit "it is; touch ran" --ver', '"it is; touch ran" --verify '],
];

async function offered(...words: string[]): Promise<string[]> {
  const { code, stdout, stderr } = await runMain(['complete', '--', ...words]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']));
}

describe('completion', () => {
  test('offers the commands, but not those that only shells call', async () => {
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
      ['once', 'session', 'hour', 'today', 'month', 'always'],
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
    [['help', 'per'], ['permissions']],
  ])('offers after %j exactly %j', async (words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  test.for(Object.entries(SHELLS))(
    'works in a real %s, which runs nothing of what was typed',
    SECONDS,
    async ([shell, { args, teach }], { skip }) => {
      const isMissing = spawnSync(shell, ['--version']).error !== undefined;
      skip(isMissing && shell !== 'bash', `${shell} is not installed here`);
      const folder = await folderWith({
        'bin/hitl': `#!/bin/sh\nexec '${process.execPath}' '${hitlProgram}' "$@"\n`,
        'agents/a.yaml': 'name: agent\n',
      });
      await chmod(join(folder, 'bin/hitl'), 0o755);
      const pty = startAtTerminal(shell, args, {
        cwd: folder,
        env: { HOME: folder, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` },
      });
      pty.type(`${teach}; echo ta''ught\r`);
      await pty.sees('taught');
      for (const [typed, completed] of TYPED) {
        pty.type(`${typed}\t`);
        await pty.sees(completed);
        // Clears the line.
        pty.type('\u0015');
      }
      expect(existsSync(join(folder, 'ran'))).toBe(false);
    },
  );
});
