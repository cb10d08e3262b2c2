import { mkdir, readFile, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { createFileReadTool } from './file-read.ts';
import { createFileWriteTool } from './file-write.ts';
import { withFolderOf } from './held-folder.ts';
import { withFile } from './open-file.ts';
import { createProtectedFiles } from './protected-files.ts';
import { replaceFile } from './replace-file.ts';
import { temporaryFolder, toolContext } from './tools.fixture.ts';
import { locateFile } from './workspace.ts';

/** A workspace and a folder outside, each with `folder/file`. */
async function twoFolders() {
  const [workspace, outside] = [await temporaryFolder(), await temporaryFolder()];
  await mkdir(join(workspace, 'folder'));
  await mkdir(join(outside, 'folder'));
  await writeFile(join(workspace, 'folder/file'), 'inside');
  await writeFile(join(outside, 'folder/file'), 'outside');
  return { workspace, outside };
}

/** An attack between the check of a path and its use: its folder is replaced by a link outside. */
async function swappedFolder() {
  const { workspace, outside } = await twoFolders();
  const file = await locateFile(workspace, 'folder/file', createProtectedFiles({ workspace }));
  await rename(join(workspace, 'folder'), join(workspace, 'moved'));
  await symlink(join(outside, 'folder'), join(workspace, 'folder'));
  return { file, outside };
}

const text = (file: Parameters<typeof withFile>[0]) =>
  withFile(file, ({ handle }) => handle.readFile('utf8'));

test('reads nothing through a folder that became a link after the check', async () => {
  const { file } = await swappedFolder();
  await expect(text(file)).rejects.toThrow('folder/file was replaced while it was opened');
});

test('writes nothing through a folder that became a link after the check', async () => {
  const { file, outside } = await swappedFolder();
  await expect(replaceFile(file, 'x')).rejects.toThrow('was replaced while it was opened');
  expect(await readdir(join(outside, 'folder'))).toEqual(['file']);
  expect(await readFile(join(outside, 'folder/file'), 'utf8')).toBe('outside');
});

test('creates no folder through a folder that became a link after the check', async () => {
  const { workspace, outside } = await twoFolders();
  const file = await locateFile(workspace, 'folder/new/file', createProtectedFiles({ workspace }));
  await rename(join(workspace, 'folder'), join(workspace, 'moved'));
  await symlink(join(outside, 'folder'), join(workspace, 'folder'));
  await expect(replaceFile(file, 'x')).rejects.toThrow('was replaced while it was opened');
  expect(await readdir(join(outside, 'folder'))).toEqual(['file']);
});

test('does not open a link that replaced the file after the check', async () => {
  const { workspace, outside } = await twoFolders();
  const file = await locateFile(workspace, 'folder/file', createProtectedFiles({ workspace }));
  await rm(file.realPath);
  await symlink(join(outside, 'folder/file'), file.realPath);
  await expect(text(file)).rejects.toThrow('folder/file was replaced while it was opened');
});

test('stays in the opened folder when it is replaced by a link', async () => {
  const { workspace, outside } = await twoFolders();
  const file = await locateFile(workspace, 'folder/file', createProtectedFiles({ workspace }));
  const read = await withFolderOf(file, async (folder) => {
    await rename(join(workspace, 'folder'), join(workspace, 'moved'));
    await symlink(join(outside, 'folder'), join(workspace, 'folder'));
    return readFile(folder.file, 'utf8');
  });
  expect(read).toBe('inside');
});

test('checks the path again if descriptors have no names', async () => {
  const descriptors = '/nowhere';
  const { workspace } = await twoFolders();
  const file = await locateFile(workspace, 'folder/file', createProtectedFiles({ workspace }));
  const content = await withFolderOf(file, (folder) => readFile(folder.file, 'utf8'), {
    descriptors,
  });
  expect(content).toBe('inside');
  const deep = await locateFile(workspace, 'a/b/file', createProtectedFiles({ workspace }));
  await withFolderOf(deep, (folder) => writeFile(folder.file, 'deep'), {
    create: true,
    descriptors,
  });
  expect(await readFile(join(workspace, 'a/b/file'), 'utf8')).toBe('deep');
  const missing = await locateFile(workspace, 'c/file', createProtectedFiles({ workspace }));
  const nothing = () => Promise.resolve();
  await expect(withFolderOf(missing, nothing, { descriptors })).rejects.toThrow(
    'c/file does not exist',
  );
  const { file: swapped } = await swappedFolder();
  await expect(withFolderOf(swapped, nothing, { descriptors })).rejects.toThrow(
    'folder/file was replaced while it was opened',
  );
});

test('does not overwrite a file changed by others since it was read', async () => {
  const { workspace } = await twoFolders();
  const file = await locateFile(workspace, 'folder/file', createProtectedFiles({ workspace }));
  const seen = await stat(file.realPath, { bigint: true });
  await writeFile(file.realPath, 'two and more');
  await expect(replaceFile(file, 'x', seen)).rejects.toThrow(
    'folder/file was changed meanwhile: read it again',
  );
  expect(await readdir(join(workspace, 'folder'))).toEqual(['file']);
});

/** Replaces a folder by a link and back, as fast as possible, until the test ends. */
async function swapForever(folder: string, outside: string): Promise<void> {
  const code = `
    const { renameSync, symlinkSync } = require('node:fs');
    const { parentPort, workerData: { folder, outside } } = require('node:worker_threads');
    symlinkSync(outside, folder + '-link');
    parentPort.postMessage('started');
    // The name may have been used meanwhile.
    const move = (from, to) => { try { renameSync(from, to); } catch {} };
    for (;;) {
      move(folder, folder + '-hidden');
      move(folder + '-link', folder);
      move(folder, folder + '-link');
      move(folder + '-hidden', folder);
    }`;
  const worker = new Worker(code, { eval: true, workerData: { folder, outside } });
  onTestFinished(async () => void (await worker.terminate()));
  await new Promise((resolve) => void worker.once('message', resolve));
}

test(
  'never reads or writes outside while folders are replaced by links',
  { timeout: 180_000 },
  async () => {
    const { workspace, outside } = await twoFolders();
    await swapForever(join(workspace, 'folder'), join(outside, 'folder'));
    const context = toolContext();
    const read = createFileReadTool({ workspace });
    const write = createFileWriteTool({ workspace });
    const seen = new Set<unknown>();
    for (let round = 0; round < 60; round += 1) {
      const path = 'folder/file';
      seen.add(await read.execute({ path }, context).catch(() => 'refused'));
      await write.execute({ path, content: 'inside' }, context).catch(() => 'refused');
    }
    expect(seen).not.toContain('outside');
    expect(await readdir(join(outside, 'folder'))).toEqual(['file']);
    expect(await readFile(join(outside, 'folder/file'), 'utf8')).toBe('outside');
  },
);
