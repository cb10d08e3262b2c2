import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../run.ts';
import { protocolFiles } from './files.ts';

test('generated files are up to date: `pnpm protocol` would change nothing', async () => {
  for (const [path, text] of await protocolFiles()) {
    expect(await readFile(join(root, path), 'utf8'), path).toBe(text);
  }
});
