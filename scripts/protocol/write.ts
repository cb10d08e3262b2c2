import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../run.ts';
import { protocolFiles } from './files.ts';

const files = await protocolFiles();
const written = await Promise.all(
  [...files].map(async ([path, text]) => {
    const file = join(root, path);
    if ((await readFile(file, 'utf8').catch(() => '')) === text) return [];
    await writeFile(file, text);
    return [path];
  }),
);
const paths = written.flat();
console.log(paths.length > 0 ? `written: ${paths.join(', ')}` : 'nothing has changed');
