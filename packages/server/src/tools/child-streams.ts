import { execFile } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

/*
 * What Node calls a pipe to a child is a socket, and on Linux a socket cannot be opened by name:
 * `echo problem > /dev/stderr` and `jq . /dev/stdin` fail with ENXIO. So children get real pipes to
 * write to, and files in memory to read from.
 */

/** A stream that a child writes. */
export interface OutputPipe {
  /** The child's end, for `stdio`. Close it once the child has it. */
  readonly descriptor: number;
  readonly stream: Socket;
}

/**
 * One pipe for each stream of a child that is read here.
 * @throws where the system makes no named pipes; a socket has to do then.
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
  // In this order and without blocking: a named pipe opens for writing once it has a reader.
  const readEnd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const descriptor = openSync(path, constants.O_WRONLY);
  return { descriptor, stream: new Socket({ fd: readEnd, readable: true, writable: false }) };
}

function closePipe({ descriptor, stream }: OutputPipe): void {
  closeSync(descriptor);
  stream.destroy();
}

/** Where files lie in memory on Linux. Elsewhere sockets can be opened by name. */
export const MEMORY_FOLDER = '/dev/shm';

/**
 * A descriptor from which a child reads `text`: a file in memory, mode 0600 and without a name once
 * this returns, since the text may be secret. Close it once the child has it. `null` where the
 * system has no such folder; a socket has to do then.
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
