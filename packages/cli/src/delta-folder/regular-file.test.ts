import { execFileSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../../tests/process.fixture.ts';
import { readRequest } from './mailbox-files.ts';
import { deltaPaths } from './paths.ts';
import { readRegularFile } from './regular-file.ts';

test('a named pipe, a link, a folder and a large file are refused without waiting', async () => {
  const folder = await folderWith({ 'file.txt': 'Grün', 'large.txt': 'x'.repeat(101) });
  const at = (name: string) => join(folder, name);
  execFileSync('mkfifo', [at('pipe')]);
  symlinkSync(at('file.txt'), at('link'));
  symlinkSync(at('pipe'), at('pipe-link'));
  expect(readRegularFile(at('file.txt'), 100)).toBe('Grün');
  for (const name of ['pipe', 'link', 'pipe-link', '.', 'large.txt', 'missing']) {
    expect(() => readRegularFile(at(name), 100), name).toThrow();
  }
});

test('a question of more than 16 MiB is none', async () => {
  const folder = await folderWith({ '.delta/interaction/request.json': '' });
  const paths = deltaPaths(folder);
  const asked = { request_id: 'a', timestamp: 'b', prompt: 'c', input_type: 'd', sensitive: false };
  writeFileSync(paths.request, JSON.stringify(asked).padEnd(16 * 1024 * 1024));
  expect(readRequest(paths)).toEqual(asked);
  writeFileSync(paths.request, JSON.stringify(asked).padEnd(16 * 1024 * 1024 + 1));
  expect(readRequest(paths)).toBeNull();
});
