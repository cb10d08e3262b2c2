/**
 * Builds the application of `examples/next` with Next.js and the packed packages, and starts it,
 * with the Node in `HITL_NODE` or the current one. Needs a package registry.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { installPacked } from './packed.ts';
import { root } from './run.ts';

const node = process.env['HITL_NODE'] ?? process.execPath;
const folder = await mkdtemp(join(tmpdir(), 'hitl-next-'));
const next = join(folder, 'node_modules/next/dist/bin/next');

/** Settings of a new application: no `.ts` extensions in imports, and cache components. */
const NEW_APPLICATION = {
  'package.json': '{"private": true}\n',
  'next.config.ts': 'export default { cacheComponents: true };\n',
  'app/layout.tsx': `export default function RootLayout({ children }: { children: React.ReactNode }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
};

function check(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Not so: ${what}`);
  console.log(`ok     ${what}`);
}

/** The address that the application prints; a first answer shows that it listens. */
async function addressOf(output: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of output) {
    text += String(chunk);
    const address = /Local:\s+(http\S+)[\s\S]*Ready/.exec(text)?.[1];
    if (address !== undefined) return address;
  }
  throw new Error(`next start ended before it listened: ${text}`);
}

async function tryStarted(url: string): Promise<void> {
  const page = async () => (await fetch(url)).text();
  check(/0(?:<!-- -->)? waiting/.test(await page()), 'the page asks its server');
  const asked = await fetch(`${url}/hitl/runs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ agent_id: 'clerk', input: 'Write to Ann' }),
  });
  check(asked.ok, 'the route starts a run');
  const until = performance.now() + 30_000;
  let shown = await page();
  while (!/1(?:<!-- -->)? waiting/.test(shown) && performance.now() < until) {
    await wait(100);
    shown = await page();
  }
  check(/1(?:<!-- -->)? waiting/.test(shown), 'route and page have one server');
}

try {
  await cp(join(root, 'examples/next'), folder, { recursive: true });
  for (const [name, text] of Object.entries(NEW_APPLICATION)) {
    await writeFile(join(folder, name), text);
  }
  const types = ['typescript@5', '@types/node@20', '@types/react@19'];
  const others = ['next@16', 'react@19', 'react-dom@19', 'libsql', ...types];
  await installPacked(folder, ['protocol', 'permissions', 'client', 'react', 'server'], others);
  const built = spawnSync(node, [next, 'build'], { cwd: folder, stdio: 'inherit' });
  check(built.status === 0, 'next build ends by itself');
  check(!existsSync(join(folder, '.data')), 'building opens no store');
  const started = spawn(node, [next, 'start', '-H', '127.0.0.1', '-p', '0'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(started, 'close');
  try {
    await tryStarted(await addressOf(started.stdout));
  } finally {
    started.kill('SIGTERM');
    await ended;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
