import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('peers', import.meta.url));

/** Installs the packages that benchmarks compare with, from their own lockfile. Fast if they are installed. */
export function installPeers(): void {
  const pnpm = process.env['npm_execpath'] ?? 'pnpm';
  const args = [
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    // A driver that LangGraph names would build itself; the one that is used comes built.
    '--ignore-scripts',
  ];
  const { status, stderr } = spawnSync(pnpm, args, { cwd: folder, encoding: 'utf8' });
  if (status !== 0) throw new Error(`The peers could not be installed in bench/peers: ${stderr}`);
}
