import { execFileSync } from 'node:child_process';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { allEvents, send } from './http-calls.fixture.ts';
import { agentFolder } from './run.fixture.ts';
import { folderWith, serveHitl } from './serve-process.fixture.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The output of a README line in a shell with these variables and this input. */
function shell(line: string, { input, ...env }: { input?: string; ID?: string } = {}): string {
  const options = { encoding: 'utf8', env: { PATH: process.env['PATH'], ...env } } as const;
  return execFileSync('sh', ['-c', line], input === undefined ? options : { ...options, input });
}

describe('the READMEs', { timeout: 180_000 }, () => {
  test('show a run over HTTP as it happens: asked, answered, remembered', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const [begin = '', answer = ''] = [...readme.matchAll(/^ {2}-d (.*)$/gm)].map(
      ([, body = '']) => body,
    );
    const [, find = ''] = /\| (sed .*)\)$/m.exec(readme) ?? [];
    const folder = await folderWith({});
    await cp(join(root, 'examples/sample-project'), join(folder, 'shop'), { recursive: true });
    const server = await serveHitl(
      ['--config', join(root, 'examples/quickstart'), '--workspace', 'shop'],
      { cwd: folder },
    );
    const stream = { accept: 'text/event-stream' };
    const run: unknown = JSON.parse(shell(`printf %s ${begin}`));
    const asked = await allEvents(await send(`${server.url}/runs`, run, stream));
    expect(asked.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['interaction_request', 'execution_suspended']),
    );
    const waiting = await fetch(`${server.url}/interactions?status=pending`);
    const ID = shell(find, { input: await waiting.text() }).trim();
    const body: unknown = JSON.parse(shell(`printf %s ${answer}`, { ID }));
    const after = await allEvents(
      await send(`${server.url}/interactions/${ID}/respond`, body, stream),
    );
    expect(after.at(-1)).toMatchObject({
      type: 'run_completed',
      data: { response: expect.stringContaining('4 files checked, 0 findings') },
    });
    const rules = await fetch(`${server.url}/permissions/alice`);
    expect(await rules.json()).toMatchObject({ allow: ['bash(npm run lint)'] });
  });

  test('show an agent in a directory as it works: asked, allowed, continued', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const [, config = ''] = /^```yaml\n(.*?)^```/ms.exec(readme) ?? [];
    const [, task = ''] = /^delta run -m '(.*?)'/m.exec(readme) ?? [];
    const folder = await agentFolder([]);
    await writeFile(join(folder.path, 'config.yaml'), config);
    const asked = await folder.delta(['run', '-m', task]);
    expect(asked).toMatchObject({ code: 101, stdout: expect.stringContaining('command: date') });
    await folder.answer('yes\n');
    const { code, stdout } = await folder.delta(['run']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^It is .*\d{4}/) });
  });

  test('contain a config.yaml that asks, exits with 101 and continues', async () => {
    const readme = await readFile(join(root, 'packages/cli/README.md'), 'utf8');
    const config = [...readme.matchAll(/^```yaml\n(.*?)^```/gms)].at(-1)?.[1] ?? '';
    const folder = await agentFolder([]);
    await writeFile(join(folder.path, 'config.yaml'), config);
    expect(await folder.delta(['run'])).toMatchObject({ code: 101 });
    await folder.answer('blue\n');
    const { code, stdout } = await folder.delta(['run']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'It is blue\n' });
  });
});

test.each([
  ['own-agent-loop', 'own-agent-loop.md'],
  ['mcp-gateway', 'mcp-gateway.md'],
  ['claude-code', 'claude-code.md'],
])('the guide of %s shows the configuration of its example', async (example, guide) => {
  const config = await readFile(join(root, 'examples', example, 'hitl.yaml'), 'utf8');
  expect(await readFile(join(root, 'docs/guides', guide), 'utf8')).toContain(config);
});
