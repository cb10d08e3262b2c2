import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CliIo } from '../process/io.ts';

/**
 * Opens a text in the person's editor (`VISUAL`, else `EDITOR`, else `vi`); `null` if the editor
 * failed. The file is in a folder that only its owner may enter, and is removed afterwards.
 */
export function editText(text: string, name: string, env: CliIo['env']): string | null {
  const folder = mkdtempSync(join(tmpdir(), 'delta-'));
  const path = join(folder, name);
  try {
    writeFileSync(path, text, { mode: 0o600 });
    const [program = 'vi', ...args] = (env['VISUAL'] || env['EDITOR'] || 'vi').split(' ');
    const { status } = spawnSync(program, [...args, path], { stdio: 'inherit' });
    return status === 0 ? readFileSync(path, 'utf8') : null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
