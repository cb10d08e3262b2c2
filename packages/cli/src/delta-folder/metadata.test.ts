import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderWith } from '../../tests/process.fixture.ts';
import { readLatest, writeLatest, writeMetadata, type Latest, type Metadata } from './metadata.ts';
import { deltaPaths, runPaths, type DeltaPaths } from './paths.ts';

const metadata: Metadata = {
  run_id: 'r1',
  status: 'WAITING_FOR_INPUT',
  created_at: '2026-11-22T00:00:00.000Z',
  updated_at: '2026-11-22T00:00:00.000Z',
  pid: 7,
  host: 'here',
  iterations: 1,
};

/** The newest run after a change of a directory with one run. */
async function latestAfter(change: (paths: DeltaPaths, file: string) => void): Promise<Latest> {
  const paths = deltaPaths(await folderWith({}));
  writeMetadata(paths, metadata);
  writeLatest(paths, metadata.run_id);
  change(paths, runPaths(paths, metadata.run_id).metadata);
  return readLatest(paths);
}

function replaced(path: string, make: (path: string) => unknown): void {
  rmSync(path, { recursive: true });
  make(path);
}

test.each<[string, (paths: DeltaPaths) => void]>([
  ['a link', () => undefined],
  [
    'an absolute link',
    (paths) => replaced(paths.latest, (at) => symlinkSync(runPaths(paths, 'r1').folder, at)),
  ],
  ['a text', ({ latest }) => replaced(latest, (at) => writeFileSync(at, '\uFEFFr1\r\n'))],
])('LATEST may be %s', async (_, change) => {
  expect(await latestAfter(change)).toEqual({ kind: 'found', metadata });
});

test.each<[string, (paths: DeltaPaths, file: string) => void, string]>([
  ['a LATEST that is gone', ({ latest }) => rmSync(latest), 'LATEST is missing'],
  [
    'one that leads nowhere',
    ({ latest }) => replaced(latest, (at) => symlinkSync('no', at)),
    'it is missing',
  ],
  [
    'one that leads out',
    ({ latest }) => replaced(latest, (at) => writeFileSync(at, '../..')),
    'names no run',
  ],
  ['a folder', ({ latest }) => replaced(latest, mkdirSync), 'not a small file'],
  [
    'a named pipe',
    ({ latest }) => replaced(latest, (at) => spawnSync('mkfifo', [at])),
    'not a small file',
  ],
  [
    'metadata that is a named pipe',
    (_, file) => replaced(file, (at) => spawnSync('mkfifo', [at])),
    'no valid metadata',
  ],
  ['torn metadata', (_, file) => writeFileSync(file, '{"run_id": "r1"'), 'no valid metadata'],
])('%s is reported, and does not block', async (_, change, why) => {
  const latest = await latestAfter(change);
  expect(latest.kind).toBe('unreadable');
  expect(latest.kind === 'unreadable' && latest.why).toContain(why);
});

test('a directory without runs has no newest one', async () => {
  expect(readLatest(deltaPaths(await folderWith({})))).toEqual({ kind: 'none' });
});
