import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { makeMemoryFolder } from './memory-folder.ts';
import { root } from './run.ts';

// The run of all tests sets it to such a folder.
beforeEach(() => void vi.stubEnv('TMPDIR', undefined));

/** Whether `/dev/shm`, or `/dev` around it, is a file system in memory that may hold programs. */
function isUsable(): boolean {
  if (!existsSync('/dev/shm') || !existsSync('/proc/mounts')) return false;
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  // The last mount on a folder hides the ones before.
  const on = (folder: string) => mounts.findLast(([, path]) => path === folder);
  const [, , type, options = ''] = on('/dev/shm') ?? on('/dev') ?? on('/') ?? [];
  return type === 'tmpfs' && !options.split(',').includes('noexec');
}

test('a folder in memory is empty, may hold programs, and lets other users through', () => {
  const folder = makeMemoryFolder('/dev/shm', 0);
  expect(folder !== undefined).toBe(isUsable());
  if (folder === undefined) return;
  onTestFinished(() => rmSync(folder, { recursive: true }));
  expect(dirname(folder)).toBe('/dev/shm');
  expect(readdirSync(folder)).toEqual([]);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
  const program = join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\nexit 7\n', { mode: 0o755 });
  expect(spawnSync(program).status).toBe(7);
});

test.each([
  ['TMPDIR names another one', '/tmp', '/dev/shm', 0],
  ['there is too little space', undefined, '/dev/shm', Infinity],
  ['there is no such folder', undefined, join(root, 'missing'), 0],
  ['the folder is not in memory', undefined, '/proc', 0],
])('no folder is made if %s', (_, given, parent, bytes) => {
  vi.stubEnv('TMPDIR', given);
  expect(makeMemoryFolder(parent, bytes)).toBeUndefined();
});
