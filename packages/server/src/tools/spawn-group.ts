import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { closeSync } from 'node:fs';
import { Writable, type Readable } from 'node:stream';
import { MEMORY_FOLDER, openInput, openOutputPipes } from './child-streams.ts';

/** A program to start. */
export interface SpawnRequest {
  /** Program and arguments, without a shell. */
  readonly command: readonly [string, ...string[]];
  /** The working directory, which must exist. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The content of descriptor 0. Absent: empty. */
  readonly stdin?: string;
  /** The content of descriptor 3. Absent: the descriptor is not open. */
  readonly fd3?: string;
  /** Folder for input that was not read yet. Default `/dev/shm`. */
  readonly memoryFolder?: string;
  /** Called right before the program is started, which is not if it rejects. */
  readonly confirm?: (() => Promise<void>) | undefined;
}

/** A started program, the leader of its own process group. */
export interface SpawnedGroup {
  readonly group: number;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the program itself has ended, even if its background processes still run. */
  readonly exited: Promise<Pick<ChildProcess, 'exitCode' | 'signalCode'>>;
}

/** @throws Error if the program cannot be started. */
export async function spawnGroup(request: SpawnRequest): Promise<SpawnedGroup> {
  const [outPipe, errPipe] = await openOutputPipes(2).catch(() => []);
  const folder = request.memoryFolder ?? MEMORY_FOLDER;
  const stdin = inputFor(request.stdin, folder);
  const fd3 = inputFor(request.fd3, folder);
  const stdio: StdioOptions = [
    stdin,
    outPipe?.descriptor ?? 'pipe',
    errPipe?.descriptor ?? 'pipe',
    ...(request.fd3 === undefined ? [] : [fd3]),
  ];
  try {
    await request.confirm?.();
    const child = await startChild(request, stdio);
    if (stdin === 'pipe') feed(child.stdin, request.stdin);
    if (fd3 === 'pipe') feed(child.stdio[3], request.fd3);
    const stdout = outPipe?.stream ?? child.stdout;
    const stderr = errPipe?.stream ?? child.stderr;
    if (child.pid === undefined || stdout === null || stderr === null) {
      throw new Error(`${request.command[0]} did not start`);
    }
    return { group: child.pid, stdout, stderr, exited: exitOf(child) };
  } catch (error) {
    outPipe?.stream.destroy();
    errPipe?.stream.destroy();
    throw error;
  } finally {
    for (const descriptor of stdio) if (typeof descriptor === 'number') closeSync(descriptor);
  }
}

function inputFor(text: string | undefined, folder: string): number | 'ignore' | 'pipe' {
  return text === undefined ? 'ignore' : (openInput(text, folder) ?? 'pipe');
}

async function startChild(request: SpawnRequest, stdio: StdioOptions): Promise<ChildProcess> {
  const [program, ...args] = request.command;
  try {
    const child = spawn(program, args, {
      cwd: request.cwd,
      env: { ...request.env },
      stdio,
      // A separate group, so that all processes that it starts can be ended with it.
      detached: true,
    });
    await once(child, 'spawn');
    return child;
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    const why = reason === 'ENOENT' ? 'there is no such program' : reason;
    throw new Error(`${program} cannot be started: ${why}`, { cause: error });
  }
}

function exitOf(child: ChildProcess): SpawnedGroup['exited'] {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child);
  return once(child, 'exit').then(() => child);
}

/** A program may end without reading its input. */
function feed(target: unknown, text: string | undefined): void {
  if (!(target instanceof Writable)) return;
  target.on('error', () => target.destroy());
  target.end(text);
}
