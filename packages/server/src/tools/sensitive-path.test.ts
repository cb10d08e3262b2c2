import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileReadTool } from './file-read.ts';
import { isSensitivePath } from './sensitive-path.ts';
import { temporaryFolder } from './tools.fixture.ts';

test.each([
  '.env',
  '.env.local',
  'app/.env.production',
  '.ENV',
  'src/../.env',
  './.git/config',
  '.git',
  '.ssh/id_ed25519',
  '~/.ssh/config',
  '~/.aws/credentials',
  '.gnupg/x',
  'config/secrets/db.yaml',
  'tls/server.pem',
  'tls/server.KEY',
  '/etc/ssl/private/a.key',
  // Paths that cannot be evaluated need a person.
  'a\0b',
  '',
  42,
  undefined,
])('asks before %j is read', async (path) => {
  expect(isSensitivePath(await temporaryFolder(), path)).toBe(true);
});

test.each([
  'README.md',
  'src/environment.ts',
  '.gitignore',
  '.github/workflows/ci.yml',
  'src/secrets.ts',
  'docs/keys.md',
  '.git/../src/a.ts',
  'not/there/yet',
])('reads %j without asking', async (path) => {
  expect(isSensitivePath(await temporaryFolder(), path)).toBe(false);
});

test('asks for a harmless name that leads to a secret', async () => {
  const workspace = await temporaryFolder();
  await writeFile(join(workspace, '.env'), 'TOKEN=1');
  await symlink('.env', join(workspace, 'notes.txt'));
  await mkdir(join(workspace, '.git'));
  await symlink('.git', join(workspace, 'history'));
  await writeFile(join(workspace, '.git/config'), '');
  expect(isSensitivePath(workspace, 'notes.txt')).toBe(true);
  expect(isSensitivePath(workspace, 'history/config')).toBe(true);
});

test('does not ask because of the location of the workspace', async () => {
  const workspace = join(await temporaryFolder(), 'secrets');
  await mkdir(workspace);
  await writeFile(join(workspace, 'a.txt'), '');
  expect(isSensitivePath(workspace, 'a.txt')).toBe(false);
});

test('decides the consent of file_read, unless the host does', async () => {
  const workspace = await temporaryFolder();
  const { requiresConsent: own } = createFileReadTool({ workspace });
  if (typeof own !== 'function') throw new TypeError('expected a function');
  expect([own({ path: '.env' }), own({ path: 'a.txt' }), own({})]).toEqual([true, false, true]);
  expect(createFileReadTool({ workspace, requiresConsent: true }).requiresConsent).toBe(true);
});
