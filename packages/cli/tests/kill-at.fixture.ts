/**
 * Loaded before a program (`node --import`): kills its process with SIGKILL right after its
 * KILL_AT-th change to the disk, or halfway through it (KILL_WHEN=half) if it writes bytes. Appends
 * the number of changes to the file KILL_COUNT when the process exits normally.
 */
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

const at = Number(process.env['KILL_AT'] ?? 0);
const half = process.env['KILL_WHEN'] === 'half';
const count = process.env['KILL_COUNT'];
let changes = 0;

type Change = (...args: unknown[]) => unknown;

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('killed');
}

/** The same write with only the first half of its bytes. */
function halved([first, second, ...rest]: unknown[]): unknown[] {
  // `writeSync` and `writeFileSync` start with the file, methods of a handle do not.
  if (typeof first === 'number') return [first, ...halved([second, ...rest])];
  const bytes = typeof first === 'string' ? Buffer.from(first) : first;
  if (!(bytes instanceof Uint8Array)) return [first, second, ...rest];
  // `write(bytes, offset, length, position)`
  const [length, ...place] = rest;
  if (typeof second === 'number' && typeof length === 'number') {
    return [bytes, second, Math.ceil(length / 2), ...place];
  }
  return [bytes.subarray(0, Math.ceil(bytes.length / 2)), second, ...rest];
}

function counted(change: Change, writes: boolean): Change {
  return function kill(this: unknown, ...args) {
    changes += 1;
    if (changes !== at) return change.apply(this, args);
    const result = change.apply(this, half && writes ? halved(args) : args);
    return result instanceof Promise ? result.then(die, die) : die();
  };
}

function replace(target: object, name: string, writes: boolean): void {
  const original: unknown = Reflect.get(target, name);
  if (typeof original === 'function') {
    Reflect.set(target, name, counted(original as Change, writes));
  }
}

for (const name of ['writeSync', 'writeFileSync']) replace(fs, name, true);
for (const name of [
  'renameSync',
  'unlinkSync',
  'rmSync',
  'symlinkSync',
  'mkdirSync',
  'ftruncateSync',
]) {
  replace(fs, name, false);
}
for (const name of ['rename', 'rm', 'unlink', 'mkdir']) replace(fs.promises, name, false);
const opened = await fs.promises.open('/dev/null');
const FileHandle: object = Object.getPrototypeOf(opened);
await opened.close();
for (const name of ['write', 'writeFile', 'appendFile']) replace(FileHandle, name, true);
replace(FileHandle, 'truncate', false);
syncBuiltinESMExports();

if (count !== undefined) {
  process.on('exit', () => fs.appendFileSync(count, `${changes}\n`));
}
