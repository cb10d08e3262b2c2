import { fstatSync, writeSync } from 'node:fs';
import type { CliIo, CliOutput } from './io.ts';

/** Bytes of an output that are written directly: they fit into any pipe, however slowly it is read. */
const DIRECT_BYTES = 4096;

/** This process, as the input and outputs of a command. */
export interface ProcessIo extends CliIo {
  /** Whether an output has become a stream, which may have more to write. */
  hasStreams(): boolean;
}

/**
 * Describes this process. Its first output is written directly, since loading Node's streams takes
 * a third of the time of `--help`.
 *
 * The program ends quietly when its stdout is closed (`| head`), as usual in a shell, unless it has
 * to continue (`ignoreClosedOutput`). A closed stderr never ends it.
 */
export function createProcessIo(): ProcessIo {
  let streams = 0;
  const stdout = createOutput(1, () => {
    streams += 1;
    process.stdout.on('error', () => {
      if (process.stdout.listenerCount('error') === 1) process.exit();
    });
    return process.stdout;
  });
  const stderr = createOutput(2, () => {
    streams += 1;
    return process.stderr.on('error', () => undefined);
  });
  return {
    get stdin() {
      return process.stdin;
    },
    stdout,
    stderr,
    env: process.env,
    on: (signal, listener) => process.on(signal, listener),
    off: (signal, listener) => process.off(signal, listener),
    hasStreams: () => streams > 0,
  };
}

/** Lets a command continue when its output is closed: its work matters more than its messages. */
export function ignoreClosedOutput({ stdout, stderr }: CliIo): void {
  for (const output of [stdout, stderr]) output.on?.('error', () => undefined);
}

/** An output that becomes the stream `open()` when it is used for more than a few short texts. */
function createOutput(descriptor: number, open: () => NodeJS.WriteStream): CliOutput {
  // The console of Windows needs text, not bytes.
  let room = process.platform === 'win32' ? 0 : DIRECT_BYTES;
  let opened: NodeJS.WriteStream | undefined;
  const onError: (() => void)[] = [];

  function stream(): NodeJS.WriteStream {
    if (opened !== undefined) return opened;
    opened = open();
    for (const listener of onError) opened.on('error', listener);
    return opened;
  }

  /** Returns what is left to write, which is everything if the output is closed or busy. */
  function writeDirectly(bytes: Buffer): Buffer {
    if (opened !== undefined || bytes.length > room) return bytes;
    room -= bytes.length;
    try {
      return bytes.subarray(writeSync(descriptor, bytes));
    } catch {
      return bytes;
    }
  }

  return {
    get isTTY() {
      return fstatSync(descriptor).isCharacterDevice() && stream().isTTY;
    },
    get columns() {
      return stream().columns;
    },
    get rows() {
      return stream().rows;
    },
    write(text, written) {
      const rest = writeDirectly(Buffer.from(text));
      if (rest.length > 0) stream().write(rest, written);
      else written?.();
    },
    on(event, listener) {
      if (opened === undefined) onError.push(listener);
      else opened.on(event, listener);
    },
  };
}
