import { realpathSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { isWithin } from './is-within.ts';
import { namedPath } from './workspace.ts';
import { codeOf } from '../base/code-of.ts';

const FOLDERS = new Set(['.ssh', '.aws', '.gnupg', '.git', 'secrets']);

/**
 * Whether a path names files that often hold secrets: `.env*`, `.ssh`, `.aws`, `.gnupg`, `.git`,
 * `secrets`, `*.pem`, `*.key`, in any case of letters, at any depth below the workspace. For a
 * link, both its own path and its target count.
 */
export function isSensitivePath(workspace: string, path: unknown): boolean {
  if (typeof path !== 'string') return true;
  try {
    const named = namedPath(workspace, path);
    const views = [fromRoot(workspace, named)];
    const real = realPathOrNull(named);
    // A path that does not exist has no other target.
    if (real !== null) views.push(fromRoot(realpathSync(workspace), real));
    return views.some((view) => holdsSecrets(view));
  } catch {
    return true;
  }
}

/**
 * The path below the root, as the workspace may itself be in a folder named `secrets`; unchanged if
 * it is outside.
 */
function fromRoot(root: string, path: string): string {
  return isWithin(root, path) ? relative(root, path) : path;
}

function realPathOrNull(path: string): string | null {
  try {
    return realpathSync(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function holdsSecrets(path: string): boolean {
  const segments = path.normalize('NFKC').toLowerCase().split(/[/\\]/);
  const name = basename(segments.at(-1) ?? '');
  return (
    name.endsWith('.pem') ||
    name.endsWith('.key') ||
    segments.some((segment) => FOLDERS.has(segment) || segment.startsWith('.env'))
  );
}
