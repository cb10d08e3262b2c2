import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { UsageError } from '../process/usage-error.ts';

/** The directory named by a flag, as an absolute path. */
export function readDirectory(dir: string, flag = '--dir'): string {
  const path = resolve(dir);
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return path;
  throw new UsageError(`${flag}: ${path} is not a folder.`);
}

/** Flags of every command that uses a server or a directory, as typed. */
export interface TargetFlags {
  readonly server?: string;
  readonly tokenFile?: string;
  readonly dir?: string;
  readonly format: 'text' | 'json';
}

/** The absolute path of the directory that a command uses; `undefined` if it uses a server. */
export function directoryOf({ server, dir }: TargetFlags): string | undefined {
  if (server === undefined) return readDirectory(dir ?? '.');
  if (dir === undefined) return undefined;
  throw new UsageError('Expected either --server or --dir.');
}
