import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { root, run } from './run.ts';

/** Packs the named built packages into a folder, and installs them there with npm. */
export async function installPacked(
  folder: string,
  names: readonly string[],
  others: readonly string[] = [],
): Promise<void> {
  for (const name of names) {
    const packed = ['--dir', join(root, 'packages', name), 'pack', '--pack-destination', folder];
    if ((await run('pnpm', packed)) !== 0) throw new Error(`${name} cannot be packed`);
  }
  const packed = (await readdir(folder)).filter((file) => file.endsWith('.tgz'));
  const files = packed.map((file) => join(folder, file));
  const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', ...files, ...others];
  if ((await run('npm', install)) !== 0) throw new Error('npm install failed');
}
