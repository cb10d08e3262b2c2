import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fileURLToPath } from 'node:url';
import type { Demo } from './demo.ts';

const { values } = parseArgs({
  args: process.argv.slice(2).filter((argument) => argument !== '--'),
  options: {
    port: { type: 'string', default: process.env['PORT'] ?? '8788' },
    folder: { type: 'string' },
    auth: { type: 'string', default: 'local' },
    open: { type: 'boolean', default: process.stdout.isTTY && process.env['CI'] === undefined },
    build: { type: 'boolean', default: true },
  },
  allowNegative: true,
});

const root = fileURLToPath(new URL('../../..', import.meta.url));
if (values.auth !== 'local' && values.auth !== 'none') {
  throw new Error(`--auth ${values.auth}: expected local or none.`);
}
const { auth } = values;
const folder = values.folder ?? join(root, '.hitl', 'demo');

// Printed before anything slow is loaded.
console.log('HITL demo: starting…');
if (values.build) {
  console.log('Building the page (a few seconds)…');
  const { build } = await import('vite');
  await build({ root: fileURLToPath(new URL('..', import.meta.url)), logLevel: 'warn' });
}
const { startDemo } = await import('./demo.ts');
const demo = await startOnFreePort(Number(values.port));
console.log(`listening on ${demo.url}`);
console.log(
  [
    '',
    `  Open ${process.stdout.isTTY ? `\u001b[1;36m${demo.link}\u001b[0m` : demo.link} in a browser.`,
    '',
    `  The tools work in ${demo.workspace}.`,
    '  Ctrl+C ends the demo; what needs an answer is still there when you start it again.',
    '',
  ].join('\n'),
);
if (values.open) openBrowser(demo.link);
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void demo.close().then(() => process.exit(0)));
}

/** The next free port, if the requested one is in use. */
async function startOnFreePort(port: number): Promise<Demo> {
  const onError = (error: unknown) => console.error(error);
  try {
    return await startDemo({ folder, port, auth, env: process.env, onError });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    if (!taken || port === 0) throw error;
    console.log(`Port ${port} is in use, so another one is taken.`);
    return startDemo({ folder, port: 0, auth, env: process.env, onError });
  }
}

/** Opens the page if the desktop has a command for that; the address is printed anyway. */
function openBrowser(url: string): void {
  const commands: Readonly<Record<string, string[]>> = {
    darwin: ['open', url],
    win32: ['cmd', '/c', 'start', '', url],
  };
  const [command = 'xdg-open', ...args] = commands[process.platform] ?? ['xdg-open', url];
  spawn(command, args, { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
