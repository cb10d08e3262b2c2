import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from './error.ts';
import { messageOf } from '../base/message-of.ts';

const YAML = /\.ya?ml$/i;

async function collect(folder: string, files: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await collect(path, files);
    else if (YAML.test(entry.name) && (await stat(path)).isFile()) files.push(path);
  }
}

/**
 * The YAML files below a folder, by name, without hidden ones and `node_modules`; for a file, that
 * file. Linked folders are not entered. Fails with `invalid_config` where there is none.
 */
export async function listConfigFiles(path: string): Promise<readonly string[]> {
  const files: string[] = [];
  try {
    if ((await stat(path)).isFile()) return [path];
    await collect(path, files);
  } catch (cause) {
    throw new ConfigError([{ file: path, message: `cannot be read: ${messageOf(cause)}` }], {
      cause,
    });
  }
  if (files.length === 0) {
    throw new ConfigError([
      {
        file: path,
        message: 'no .yaml or .yml file is here. Expected components, at least an agent.',
      },
    ]);
  }
  return files;
}
