import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  linkSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { folderWith } from '../../tests/process.fixture.ts';
import { readResponse, type ResponseFile } from './response-file.ts';

const LONG_AGO = new Date('2026-01-01T00:00:00Z');

/** Reads a file that has not changed for long; `meanwhile` runs while the reader waits. */
async function read(content: string | Uint8Array): Promise<ResponseFile> {
  const path = join(await folderWith({}), 'response.txt');
  writeFileSync(path, content);
  utimesSync(path, LONG_AGO, LONG_AGO);
  return readResponse(path, () => Promise.reject(new Error('there is nothing to wait for')));
}

async function readWhile(
  prepare: (path: string) => void,
  meanwhile: (path: string) => void,
): Promise<ResponseFile> {
  const path = join(await folderWith({}), 'response.txt');
  prepare(path);
  return readResponse(path, () => Promise.resolve(meanwhile(path)));
}

test.each<[string, string | Uint8Array, string]>([
  ['one line', 'Blue', 'Blue'],
  ['the end of the line', 'Blue\n', 'Blue'],
  ['the end of the line, as on Windows', 'Blue\r\n', 'Blue'],
  ['one end of a line only', 'Blue\n\n', 'Blue\n'],
  ['blanks', '  Blue  ', '  Blue  '],
  ['several lines', 'one\ntwo\r\n\r\nthree\n', 'one\ntwo\r\n\r\nthree'],
  ['other scripts', '漢字 🙂\n', '漢字 🙂'],
  ['a byte order mark', '\uFEFFBlue\n', 'Blue'],
  ['nothing', '', ''],
  ['an empty line', '\n', ''],
  ['1 MiB', 'x'.repeat(1_048_576), 'x'.repeat(1_048_576)],
])('reads %s', async (_, content, text) => {
  expect(await read(content)).toEqual({ kind: 'text', text });
});

test.each<[string, string | Uint8Array, RegExp]>([
  ['50 MiB', new Uint8Array(50 << 20), /has 52428800 bytes/],
  ['a byte more than 1 MiB', 'x'.repeat(1_048_577), /1 MiB/],
  ['Latin-1', Uint8Array.from([0x42, 0xe9]), /is not UTF-8/],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, 0x42, 0x00]), /is not UTF-8/],
])('refuses %s and says why', async (_, content, why) => {
  expect(await read(content)).toMatchObject({ kind: 'unfit', why: expect.stringMatching(why) });
});

test('without a file there is no answer', async () => {
  expect(
    await readWhile(
      () => undefined,
      () => undefined,
    ),
  ).toEqual({ kind: 'none' });
});

test('refuses a folder, a pipe and links, dangling or not', async () => {
  const folder = await folderWith({ secret: 'from elsewhere' });
  await mkdir(join(folder, 'folder'));
  symlinkSync(join(folder, 'secret'), join(folder, 'link'));
  symlinkSync(join(folder, 'gone'), join(folder, 'dangling'));
  expect(spawnSync('mkfifo', [join(folder, 'pipe')]).status).toBe(0);
  const why: Readonly<Record<string, string>> = {
    folder: 'is not a regular file',
    pipe: 'is not a regular file',
    link: 'is a symbolic link',
    dangling: 'is a symbolic link',
  };
  for (const [name, reason] of Object.entries(why)) {
    expect(await readResponse(join(folder, name), () => Promise.resolve())).toMatchObject({
      kind: 'unfit',
      why: expect.stringContaining(reason),
    });
  }
});

test('rejects a file that grows while it is read', async () => {
  const growing = await readWhile(
    (path) => writeFileSync(path, 'half an'),
    (path) => appendFileSync(path, ' answer'),
  );
  expect(growing).toMatchObject({
    kind: 'unfit',
    why: expect.stringContaining('still being written'),
  });
});

test('rejects a file that is replaced, removed or linked while it is read', async () => {
  const write = (path: string): void => writeFileSync(path, 'first');
  const replaced = await readWhile(write, (path) => {
    writeFileSync(`${path}.new`, 'other');
    renameSync(`${path}.new`, path);
  });
  const removed = await readWhile(write, (path) => rmSync(path));
  const linked = await readWhile(write, (path) => {
    rmSync(path);
    symlinkSync('/etc/hostname', path);
  });
  expect([replaced.kind, removed.kind, linked.kind]).toEqual(['unfit', 'unfit', 'unfit']);
});

test('waits until a new file is unchanged for a while, then reads it', async () => {
  const waited: number[] = [];
  const path = join(await folderWith({}), 'response.txt');
  writeFileSync(path, 'whole');
  vi.useFakeTimers({ toFake: ['Date'], now: statSync(path).mtimeMs + 400 });
  onTestFinished(() => void vi.useRealTimers());
  const file = await readResponse(path, (milliseconds) => {
    waited.push(milliseconds);
    return Promise.resolve();
  });
  expect(file).toEqual({ kind: 'text', text: 'whole' });
  expect(waited).toEqual([expect.closeTo(600, -1)]);
});

test('refuses a hard link, and a file of another user', async () => {
  const folder = await folderWith({ secret: 'of another file' });
  const path = join(folder, 'response.txt');
  linkSync(join(folder, 'secret'), path);
  const never = (): Promise<void> => Promise.reject(new Error('there is nothing to wait for'));
  expect(await readResponse(path, never)).toMatchObject({
    kind: 'unfit',
    why: expect.stringContaining('hard link'),
  });
  rmSync(join(folder, 'secret'));
  const self = process.geteuid?.() ?? 0;
  vi.spyOn(process, 'geteuid').mockReturnValue(self + 1);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await readResponse(path, never)).toMatchObject({
    kind: 'unfit',
    why: expect.stringContaining(`belongs to the user ${self}`),
  });
});
