import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createFileVault } from '../journal.ts';
import type { Vault } from '../secret-store.ts';
import { freshFolder } from './journal.fixture.ts';
import { KEY } from './sample-commits.fixture.ts';

/** A vault in the folders of runs, and the path of the session's file. */
function freshVault(): {
  readonly vault: Vault;
  readonly file: string;
  readonly open: () => Vault;
} {
  const folder = freshFolder();
  const fileOf = (id: string): string => join(folder, id, 'secrets');
  mkdirSync(dirname(fileOf(KEY.sessionId)), { recursive: true });
  const open = (): Vault => createFileVault({ file: fileOf });
  return { vault: open(), file: fileOf(KEY.sessionId), open };
}

test('returns stored values in order, also after a restart', async () => {
  const { vault, open } = freshVault();
  const first = await vault.put(KEY, 'hunter2 ✓\n');
  const second = await vault.put(KEY, 'swordfish');
  const secrets = [
    { id: first, value: 'hunter2 ✓\n' },
    { id: second, value: 'swordfish' },
  ];
  expect(await vault.list(KEY)).toEqual(secrets);
  await vault.close();
  expect(await open().list(KEY)).toEqual(secrets);
  expect(await open().list({ ...KEY, tenantId: 'other' })).toEqual([]);
});

test('keeps all values that are stored at the same time', async () => {
  const { vault } = freshVault();
  const values = Array.from({ length: 20 }, (_, index) => `secret ${index}`);
  const ids = await Promise.all(values.map((value) => vault.put(KEY, value)));
  expect(await vault.list(KEY)).toEqual(values.map((value, index) => ({ id: ids[index], value })));
});

test('is one file of mode 0600, and no other', async () => {
  const { vault, file } = freshVault();
  await vault.put(KEY, 'hunter2');
  await vault.put(KEY, 'swordfish');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(dirname(file))).toEqual(['secrets']);
});

test('leaves nothing after removal, including remains of a crashed write', async () => {
  const { vault, file } = freshVault();
  await vault.put(KEY, 'hunter2');
  writeFileSync(`${file}.new`, 'hunter2, half');
  await vault.remove(KEY);
  expect(readdirSync(dirname(file))).toEqual([]);
  expect(await vault.list(KEY)).toEqual([]);
  await vault.remove(KEY);
  await vault.remove({ ...KEY, sessionId: 'nobody' });
});

test('keeps its content after a crash in the middle of a write', async () => {
  const { vault, file, open } = freshVault();
  const id = await vault.put(KEY, 'hunter2');
  writeFileSync(`${file}.new`, '{"secrets":[{"tenant');
  const again = open();
  expect(await again.list(KEY)).toEqual([{ id, value: 'hunter2' }]);
  await again.put(KEY, 'swordfish');
  expect(await again.list(KEY)).toHaveLength(2);
  expect(readdirSync(dirname(file))).toEqual(['secrets']);
});

test.each<[string, (file: string) => void]>([
  ['a symbolic link', (file) => symlinkSync(join(dirname(file), 'elsewhere'), file)],
  ['a folder', (file) => mkdirSync(file)],
  ['no JSON', (file) => writeFileSync(file, 'hunter2')],
  ['something else', (file) => writeFileSync(file, '{"secrets":[1]}')],
])('refuses %s, and leaves it alone', async (_, make) => {
  const { vault, file } = freshVault();
  make(file);
  const elsewhere = join(dirname(file), 'elsewhere');
  writeFileSync(elsewhere, 'untouched');
  const names = readdirSync(dirname(file));
  await expect(vault.list(KEY)).rejects.toMatchObject({ code: 'vault_unusable' });
  await expect(vault.put(KEY, 'hunter3')).rejects.toMatchObject({ code: 'vault_unusable' });
  expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
  expect(readdirSync(dirname(file))).toEqual(names);
});

test('does not follow a symbolic link planted where it writes', async () => {
  const { vault, file } = freshVault();
  const elsewhere = join(dirname(file), 'elsewhere');
  writeFileSync(elsewhere, 'untouched');
  symlinkSync(elsewhere, `${file}.new`);
  await vault.put(KEY, 'hunter2');
  expect(readFileSync(elsewhere, 'utf8')).toBe('untouched');
  expect(await vault.list(KEY)).toHaveLength(1);
});
