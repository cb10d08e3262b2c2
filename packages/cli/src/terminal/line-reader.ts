import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { CliIo } from '../process/io.ts';
import { createLineQueue, type LineQueue } from './line-queue.ts';
import { discardTypedAhead } from './typed-ahead.ts';

/** Reads what a person types, a line at a time. */
export interface LineReader {
  /** Whether a person sits at a terminal. */
  readonly isTerminal: boolean;
  /** How much the terminal shows, in characters; without one, as much as there is. */
  size(): { readonly columns: number; readonly rows: number };
  /**
   * Prompts for the next line, `null` at the end of the input. `hidden`: what is typed is not shown.
   * Rejects with the signal's reason when that is aborted.
   */
  next(options: { readonly hidden: boolean; readonly signal: AbortSignal }): Promise<string | null>;
  /** Releases stdin, so that it does not keep the process alive. */
  close(): void;
}

const PROMPT = '> ';

/** Reads from stdin; `interrupt` is called when Ctrl+C is typed while it reads. */
export function createLineReader(io: CliIo, interrupt: () => void): LineReader {
  return io.stdin.isTTY === true ? createTerminalReader(io, interrupt) : createPipeReader(io);
}

/** An interface of its own for each line: in between, the terminal is as it was. */
function createTerminalReader({ stdin, stdout }: CliIo, interrupt: () => void): LineReader {
  // Also once nothing is asked any more.
  stdin.on('error', () => undefined);
  return {
    isTerminal: true,
    size: () => ({ columns: stdout.columns ?? 80, rows: stdout.rows ?? 24 }),
    async next({ hidden, signal }) {
      await discardTypedAhead(stdin, signal, interrupt);
      const shown = new Writable({
        write(chunk: Buffer, _encoding, done) {
          if (!hidden) stdout.write(chunk.toString());
          done();
        },
      });
      // In raw mode, which `terminal` means, the terminal itself shows nothing that is typed.
      const lines = createInterface({
        input: stdin,
        output: shown,
        terminal: true,
        historySize: 0,
      });
      // Only now: what is typed counts from here on, and a secret is not shown.
      stdout.write(PROMPT);
      return nextLine(lines, signal, interrupt).finally(() => {
        lines.close();
        if (hidden) stdout.write('\n');
      });
    },
    close: () => undefined,
  };
}

function nextLine(
  lines: Interface,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const give = (): void => reject(signal.reason as Error);
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    lines.once('line', resolve);
    lines.once('close', () => resolve(null));
    // The terminal was closed: it can neither be read nor be put back as it was.
    lines.on('error', () => resolve(null));
    lines.on('SIGINT', interrupt);
  });
}

/** Lines that arrive before they are asked for are kept for the questions that follow. */
function createPipeReader({ stdin, stdout }: CliIo): LineReader {
  let lines: LineQueue | undefined;
  return {
    isTerminal: false,
    size: () => ({ columns: Infinity, rows: Infinity }),
    async next({ signal }) {
      lines ??= createLineQueue(stdin);
      signal.throwIfAborted();
      stdout.write(PROMPT);
      const line = await lines.next();
      // No one pressed Enter here, so the line has to be ended for what follows.
      stdout.write('\n');
      return line;
    },
    close: () => lines?.close(),
  };
}
