import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { root } from './run.ts';

/**
 * `pnpm dev`: the demo (page and server) and Storybook, each of which restarts or reloads when a
 * source changes. Ctrl+C ends both, and so does one that fails to start.
 */
const node = process.execPath;
const vite = `${root}/apps/demo/node_modules/vite/bin/vite.js`;
const storybook = `${root}/node_modules/storybook/dist/bin/dispatcher.js`;
const port = process.env['PORT'] ?? '8788';
const storybookPort = process.env['STORYBOOK_PORT'] ?? '6006';

const children = new Set<ChildProcess>();
let ending = false;

function end(code: number): void {
  if (ending) return;
  ending = true;
  process.exitCode = code;
  for (const child of children) child.kill('SIGTERM');
}

/** Starts a program in a folder of the workspace, with its name as the prefix of its output. */
function start(name: string, folder: string, args: readonly string[]): void {
  const child = spawn(node, args, {
    cwd: `${root}/${folder}`,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, DO_NOT_TRACK: '1', STORYBOOK_DISABLE_TELEMETRY: '1' },
  });
  children.add(child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      if (line.trim() !== '') console.log(`${name.padEnd(9)} │ ${line}`);
    });
  }
  child.once('error', (error) => {
    console.error(`${name} could not be started: ${error.message}`);
    end(1);
  });
  child.once('close', (code) => {
    children.delete(child);
    if (!ending) console.error(`${name} has ended (${code ?? 'by a signal'}); stopping the rest.`);
    end(code ?? 1);
  });
}

process.once('SIGINT', () => end(0)).once('SIGTERM', () => end(0));

console.log(`The demo: the link that its server prints below (port ${port}, or a free one)`);
console.log(`Storybook: http://localhost:${storybookPort}\n`);
start('page', 'apps/demo', [vite, 'build', '--watch', '--logLevel', 'warn']);
start('server', 'apps/demo', [
  '--watch',
  '--watch-preserve-output',
  '--conditions=@hitl/source',
  'server/main.ts',
  '--no-build',
  '--no-open',
  '--port',
  port,
]);
start('storybook', '.', [storybook, 'dev', '-p', storybookPort, '--no-open', '--ci', '--quiet']);
