import { stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { inTime } from '../base/in-time.ts';
import type { CapturedOutput } from './captured-output.ts';
import { endProcessGroup, isGroupAlive } from './process-group.ts';
import { spawnGroup, type SpawnRequest } from './spawn-group.ts';

/** A program to run until it ends. */
export interface ProcessRequest extends SpawnRequest {
  readonly stdout: CapturedOutput;
  readonly stderr: CapturedOutput;
  /** Time limit in milliseconds. Absent: none. */
  readonly timeoutMs?: number;
  readonly signal: AbortSignal;
  /** Time for its processes to end after SIGTERM, in milliseconds. Default 5,000. */
  readonly graceMs?: number;
}

/** The end of a process. */
export interface ProcessEnd {
  /** `null` if a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why it was ended from here; absent if it ended by itself. */
  readonly stopped?: 'timeout' | 'abort';
}

const GRACE_MS = 5000;
const MAX_TIMER_MS = 2 ** 31 - 1;
/** Time for background processes of a finished program (`> >(tee log)`) to write their last lines. */
const DRAIN_MS = 1000;

/**
 * Runs a program in its own process group, and resolves when all processes of the group have ended:
 * after the program's own end, a timeout or an abort. Its background processes are ended with it.
 * @throws Error if it cannot be started; the signal's reason if the signal is already aborted.
 */
export async function runProcess(request: ProcessRequest): Promise<ProcessEnd> {
  const { signal, timeoutMs } = request;
  signal.throwIfAborted();
  await checkFolder(request.cwd);
  const { group, stdout, stderr, exited } = await spawnGroup(request);
  const drained = Promise.all([capture(stdout, request.stdout), capture(stderr, request.stderr)]);

  const drain = () => inTime(drained, DRAIN_MS, 'the output').catch(() => undefined);
  let stopped: ProcessEnd['stopped'];
  let ending: Promise<void> | undefined;
  const end = () => (ending ??= endProcessGroup(group, request.graceMs ?? GRACE_MS));
  const stop = (why: 'timeout' | 'abort') => {
    stopped ??= why;
    void end();
  };
  const onAbort = () => stop('abort');
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(() => stop('timeout'), Math.min(timeoutMs, MAX_TIMER_MS));
  try {
    const { exitCode, signalCode } = await exited;
    const ended: ProcessEnd = {
      exitCode,
      signal: signalCode,
      ...(stopped !== undefined && { stopped }),
    };
    await drain();
    if (ending !== undefined || (await isGroupAlive(group))) {
      await end();
      await drain();
    }
    // A process that left the group (setsid) may still hold the streams open; it is not waited for.
    return ended;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    stdout.destroy();
    stderr.destroy();
  }
}

/** `spawn` reports ENOENT for a missing folder as for a missing program. */
async function checkFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found?.isDirectory()) throw new Error(`The folder to run in does not exist: ${path}`);
}

/** Resolves when all writers have closed the stream. */
function capture(stream: Readable, output: CapturedOutput): Promise<void> {
  return new Promise((resolve) => {
    stream.on('data', (chunk: Buffer) => output.push(chunk));
    // A failed stream is closed too, with the output so far.
    stream.on('error', () => stream.destroy());
    stream.once('close', resolve);
  });
}
