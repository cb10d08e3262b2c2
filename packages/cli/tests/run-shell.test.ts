import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { agentFolder, bash } from './run.fixture.ts';

test('a warning names the version of a shell that the rules were not tested with', async () => {
  const folder = await agentFolder([bash('echo it ran'), { text: '{{bash_1}}' }]);
  const real = execFileSync('sh', ['-c', 'command -v bash'], { encoding: 'utf8' }).trim();
  const shell = join(folder.path, 'bash');
  await writeFile(
    shell,
    `#!/bin/sh
[ "$1" = --version ] && echo 'GNU bash, version 4.2.1(1)-release' && exit
exec ${real} "$@"
`,
  );
  await chmod(shell, 0o755);
  const path = [folder.path, process.env['PATH']].join(delimiter);

  expect(await folder.delta(['run'], { env: { PATH: path } })).toMatchObject({ code: 101 });
  await folder.answer('yes');
  const ended = await folder.delta(['run'], { env: { PATH: path } });

  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('it ran') });
  expect(ended.stderr).toContain('Commands run in bash 4.2.1(1)-release on this machine.');
});
