import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { DRIVER, ENTRY_END, INIT, standIn, WORD_END } from './jail-scripts.ts';

/** What a command line did. */
export interface Deeds {
  /** The programs that ran, each with its arguments, in the order in which they started. */
  readonly ran: readonly (readonly string[])[];
  /** Absolute paths of files that were written, created or removed. */
  readonly wrote: readonly string[];
}

/** A shell that can reach nothing but its own folder, and the programs that it is given. */
export interface Jail {
  /** Version of the shell, such as `5.2.15(1)-release`. */
  readonly version: string;
  /** Runs lines one after the other. `undefined`: a line had not ended after the time limit. */
  run(lines: readonly string[]): Promise<(Deeds | undefined)[]>;
  close(): void;
}

/** What the jail holds. */
export interface JailContents {
  /** Names of the programs. The value is a path of a real program, or `undefined` for one that only records. */
  readonly programs: Readonly<Record<string, string | undefined>>;
  /** Files of the workspace `/repo`, by their relative path. */
  readonly files: Readonly<Record<string, string>>;
}

const BASH = '/bin/bash';
const LINE_LIMIT_MS = 4000;
const START_LIMIT_MS = 60_000;

/** As root the limits of processes would not count, so the jail is another user's. */
const OTHER_USER: readonly string[] =
  process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups'] : [];
const NAMESPACES = 'unshare --map-root-user --mount --net --pid --fork --kill-child=KILL'.split(
  ' ',
);

function inNamespaces(...command: readonly string[]): [program: string, ...args: string[]] {
  const [program = '', ...args] = [...OTHER_USER, ...NAMESPACES, ...command];
  return [program, ...args];
}

/** Whether this machine can build a jail: Linux with bash and unprivileged namespaces. */
export function canJail(): boolean {
  if (process.platform !== 'linux' || !existsSync(BASH)) return false;
  const [command, ...args] = inNamespaces(BASH, '-c', ':');
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

/** Opens a jail. A line that does not end has its jail thrown away, and the next one gets a new one. */
export async function openJail(contents: JailContents, lineLimitMs = LINE_LIMIT_MS): Promise<Jail> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-jail-'));
  furnish(folder, contents);
  let driver = await startDriver(folder);

  async function runOne(line: string): Promise<Deeds | undefined> {
    // A shell cannot be given these.
    if (line.includes('\0') || /\p{Surrogate}/u.test(line)) return { ran: [], wrote: [] };
    const fields = await driver.ask(line, lineLimitMs);
    if (fields !== undefined) return deedsOf(fields);
    driver.stop();
    driver = await startDriver(folder);
    return undefined;
  }

  return {
    version: driver.version,
    async run(lines) {
      const all: (Deeds | undefined)[] = [];
      for (const line of lines) all.push(await runOne(line));
      return all;
    },
    close() {
      driver.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function furnish(folder: string, { programs, files }: JailContents): void {
  chmodSync(folder, 0o755);
  for (const name of ['root', 'jail/bin', 'home/dev', 'repo']) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  const write = (path: string, text: string, mode: number): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text, { mode });
  };
  for (const [name, real] of Object.entries(programs)) {
    write(`jail/bin/${name}`, standIn(real), 0o755);
  }
  for (const [path, text] of Object.entries(files)) write(`repo/${path}`, text, 0o755);
  beginHistory(join(folder, 'repo'));
  write('jail/driver', DRIVER, 0o755);
  write('init', INIT, 0o755);
}

/** Makes the workspace a repository of git with one commit, if there is a git. */
function beginHistory(folder: string): void {
  const env = { PATH: process.env['PATH'], HOME: folder, GIT_CONFIG_NOSYSTEM: '1' };
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
    ['commit', '-q', '-m', 'Begin'],
  ]) {
    const author = ['-c', 'user.name=dev', '-c', 'user.email=dev@example.com'];
    spawnSync('git', [...author, ...args], { cwd: folder, env, stdio: 'ignore' });
  }
}

interface Driver {
  readonly version: string;
  ask(line: string, limitMs: number): Promise<string[] | undefined>;
  stop(): void;
}

async function startDriver(folder: string): Promise<Driver> {
  const [command, ...args] = inNamespaces(BASH, join(folder, 'init'), folder, BASH);
  const child: ChildProcess = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new Error('The jail has no pipes');
  let left = '';
  let fields: string[] = [];
  let wake: ((complete: boolean) => void) | undefined;
  let ends = 2;
  stdout.setEncoding('utf8');
  stdout.on('data', (text: string) => {
    const pieces = (left + text).split('\0');
    left = pieces.pop() ?? '';
    for (const piece of pieces) {
      fields.push(piece);
      if (piece === '' || piece.startsWith('ready ')) ends -= 1;
    }
    if (ends <= 0) wake?.(true);
  });
  stdin.on('error', () => wake?.(false));
  child.on('exit', () => wake?.(false));
  const answer = async (limitMs: number): Promise<string[] | undefined> => {
    const complete = await new Promise<boolean>((resolve) => {
      const timer = setTimeout(resolve, limitMs, false);
      wake = (done) => {
        clearTimeout(timer);
        resolve(done);
      };
      if (ends <= 0) wake(true);
    });
    const all = fields;
    fields = [];
    return complete ? all : undefined;
  };
  ends = 1;
  const [ready] = (await answer(START_LIMIT_MS)) ?? [];
  if (ready === undefined) {
    child.kill('SIGKILL');
    throw new Error('The jail did not start');
  }
  return {
    version: ready.slice('ready '.length),
    ask(line, limitMs) {
      ends = 2;
      stdin.write(`${line}\0`);
      return answer(limitMs);
    },
    stop: () => void child.kill('SIGKILL'),
  };
}

function deedsOf(fields: readonly string[]): Deeds {
  const end = fields.indexOf('');
  const ran = fields
    .slice(0, end)
    .join('')
    .split(`${WORD_END}${ENTRY_END}${WORD_END}`)
    .filter((entry) => entry !== '')
    .map((entry) => entry.split(WORD_END));
  return { ran, wrote: fields.slice(end + 1, -1) };
}
