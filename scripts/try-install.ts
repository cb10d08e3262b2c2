/**
 * Installs the packed packages in an empty project and runs both commands, with the Node in
 * `HITL_NODE` or the current one. Needs a package registry.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installPacked } from './packed.ts';

const node = process.env['HITL_NODE'] ?? process.execPath;
const folder = await mkdtemp(join(tmpdir(), 'hitl-install-'));
const work = join(folder, 'work');

/** Runs the installed command and checks its exit code. */
function expectOf(name: string, args: readonly string[], code: number, output: RegExp): void {
  const bin = join(folder, 'node_modules/@hitl/cli/bin', `${name}.cjs`);
  const ended = spawnSync(node, [bin, ...args], { cwd: work, encoding: 'utf8' });
  const written = `${ended.stdout}${ended.stderr}`;
  if (ended.status !== code || !output.test(written)) {
    throw new Error(`${name} ${args.join(' ')} ended with ${ended.status}: ${written}`);
  }
  console.log(`ok     ${name} ${args.join(' ')}`);
}

/** Starts the installed server and checks its health. */
async function serveOnce(): Promise<void> {
  const bin = join(folder, 'node_modules/@hitl/cli/bin/hitl.cjs');
  const server = spawn(node, [bin, 'serve', '--port', '0', '--mailbox', '.'], {
    cwd: work,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(server, 'close');
  const [line] = await Promise.race([once(server.stdout, 'data'), ended]);
  const url = /http\S+/.exec(String(line))?.[0];
  if (url === undefined) throw new Error('hitl serve ended before it listened');
  const health = await fetch(`${url}/healthz`);
  const page = await fetch(`${url}/`);
  server.kill('SIGTERM');
  const [code] = await ended;
  if (!health.ok || code !== 0) throw new Error(`hitl serve: ${health.status}, ended with ${code}`);
  if (!page.ok) throw new Error(`hitl serve shows no page: ${page.status}`);
  console.log('ok     hitl serve --port 0 --mailbox .');
}

const CONFIG = `model:
  provider: scripted
  turns:
    - tool_calls: [{ id: c1, name: ask_human, args: { prompt: Which colour? } }]
    - text: 'It is {{c1}}'
tools: [ask_human]
task: Paint
`;

try {
  await writeFile(join(folder, 'package.json'), '{"private": true}\n');
  await installPacked(folder, ['protocol', 'permissions', 'client', 'server', 'cli']);
  await mkdir(work);
  await writeFile(join(work, 'config.yaml'), CONFIG);
  console.log(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim());
  expectOf('hitl', ['--version'], 0, /^\d+\.\d+\.\d+/);
  expectOf('delta', ['run'], 101, /Which colour\?[\s\S]*Agent paused\./);
  expectOf('hitl', ['inbox'], 0, /Which colour\?/);
  await serveOnce();
  expectOf('hitl', ['inbox', 'answer', '--text', 'blue'], 0, /Written to/);
  expectOf('delta', ['run'], 0, /It is blue/);
} finally {
  await rm(folder, { recursive: true, force: true });
}
