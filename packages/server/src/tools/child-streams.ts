import { execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/*
 * Node uses sockets as pipes to children, and on Linux a socket cannot be opened by name: `echo
 * problem > /dev/stderr` and `jq . /dev/stdin` fail with ENXIO. So children write to real pipes,
 * and read from files in memory.
 */

/** A pipe that a child writes to. */
export interface OutputPipe {
  /** The child's end, for `stdio`. Close it once the child has inherited it. */
  readonly descriptor: number;
  readonly stream: Socket;
}

/**
 * Opens a pipe for each output stream of a child.
 * @throws Error if the system cannot create named pipes; use sockets instead.
 */
export async function openOutputPipes(count: number): Promise<readonly OutputPipe[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-'));
  try {
    const paths = Array.from({ length: count }, (_, index) => join(folder, String(index)));
    await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
    const pipes: OutputPipe[] = [];
    try {
      for (const path of paths) pipes.push(openPipe(path));
    } catch (error) {
      for (const pipe of pipes) closePipe(pipe);
      throw error;
    }
    return pipes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function openPipe(path: string): OutputPipe {
  // The order matters: without blocking, a named pipe can be opened for writing only if it has a
  // reader.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(path, constants.O_WRONLY);
  return { descriptor, stream: new Socket({ fd: readEnd, readable: true, writable: false }) };
}

function closePipe({ descriptor, stream }: OutputPipe): void {
  closeSync(descriptor);
  stream.destroy();
}

/** The folder of files in memory on Linux. On other systems, sockets can be opened by name. */
export const MEMORY_FOLDER = '/dev/shm';

/**
 * Opens a descriptor from which a child reads `text`: an unlinked file in memory with mode 0600,
 * since the text may be secret. Close it once the child has inherited it. `null`: the system has no
 * such folder; use a socket instead.
 */
export function openInput(text: string, folder: string): number | null {
  const path = join(folder, `hitl-${crypto.randomUUID()}`);
  const { O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
  try {
    const target = openSync(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      const bytes = Buffer.from(text);
      for (let done = 0; done < bytes.length;) done += writeSync(target, bytes, done);
    } finally {
      closeSync(target);
    }
    return openSync(path, O_RDONLY | O_NOFOLLOW);
  } catch {
    return null;
  } finally {
    rmSync(path, { force: true });
  }
}
