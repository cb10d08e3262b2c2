import { writeSync } from 'node:fs';
import { createJournalStoreOn } from './create-journal-store.ts';
import { REAL_DISK, type JournalDisk } from './journal-file.ts';
import { KEY, sampleCommits } from './sample-commits.fixture.ts';

// A process that writes to a journal: `node journal-writer.fixture.ts FOLDER SEED COUNT [N
// MOMENT]`. It appends those of COUNT sample commits that the log lacks, and prints the number of
// each once the store has acknowledged it. It kills itself at its n-th call to the disk, `before`,
// in the `middle` of, or `after` it.
const [folder = '', seed = '', count = '', n = '0', moment = ''] = process.argv.slice(2);
let calls = 0;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  // Blocks until the signal arrives.
  for (;;);
}

function mortal<T>(call: () => T, half: () => unknown): T {
  calls += 1;
  if (calls !== Number(n)) return call();
  if (moment === 'middle') half();
  if (moment === 'after') call();
  return die();
}

const disk: JournalDisk = {
  ...REAL_DISK,
  write: (handle, bytes, offset) =>
    mortal(
      () => REAL_DISK.write(handle, bytes, offset),
      () => REAL_DISK.write(handle, bytes.subarray(0, bytes.length >> 1), offset),
    ),
  sync: (handle) =>
    mortal(
      () => REAL_DISK.sync(handle),
      () => undefined,
    ),
  truncate: (handle, length) =>
    mortal(
      () => REAL_DISK.truncate(handle, length),
      () => undefined,
    ),
};

const store = createJournalStoreOn(disk, { folder, mode: 'write', sessionId: KEY.sessionId });
const commits = await sampleCommits(Number(seed), Number(count));
const { commit: position } = await store.load(KEY);
for (const [index, commit] of commits.slice(position).entries()) {
  const outcome = await store.append(KEY, position + index, commit);
  if (outcome === 'appended') writeSync(1, `${position + index + 1}\n`);
}
await store.close();
writeSync(1, `done after ${calls}\n`);
