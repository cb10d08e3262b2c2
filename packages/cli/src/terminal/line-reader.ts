import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { CliIo } from '../process/io.ts';
import { createLineQueue, type LineQueue } from './line-queue.ts';
import { discardTypedAhead } from './typed-ahead.ts';

/** Reads what a person types, line by line. */
export interface LineReader {
  /** Whether stdin is a terminal. */
  readonly isTerminal: boolean;
  /** Size of the terminal in characters; without one, unlimited. */
  size(): { readonly columns: number; readonly rows: number };
  /**
   * Prompts for the next line; `null` at the end of the input. `hidden`: do not show what is typed.
   * Rejects with the reason of an aborted signal.
   */
  next(options: { readonly hidden: boolean; readonly signal: AbortSignal }): Promise<string | null>;
  /** Releases stdin, so that it does not keep the process alive. */
  close(): void;
}

const PROMPT = '> ';

/** Reads from stdin. `interrupt` is called on Ctrl+C during a read. */
export function createLineReader(io: CliIo, interrupt: () => void): LineReader {
  return io.stdin.isTTY === true ? createTerminalReader(io, interrupt) : createPipeReader(io);
}

/** Opens an interface for each line, so that in between the terminal is in its normal mode. */
function createTerminalReader({ stdin, stdout }: CliIo, interrupt: () => void): LineReader {
  // Even between questions.
  stdin.on('error', () => undefined);
  return {
    isTerminal: true,
    // A terminal that does not know its size says 0.
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    async next({ hidden, signal }) {
      await discardTypedAhead(stdin, signal, interrupt);
      const shown = new Writable({
        write(chunk: Buffer, _encoding, done) {
          if (!hidden) stdout.write(chunk.toString());
          done();
        },
      });
      // In raw mode, set by `terminal`, the terminal does not echo what is typed.
      const lines = createInterface({
        input: stdin,
        output: shown,
        terminal: true,
        historySize: 0,
      });
      // Only now: from here on input counts, and a secret is not echoed.
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
    // The terminal was closed: it can neither be read nor restored.
    lines.on('error', () => resolve(null));
    lines.on('SIGINT', interrupt);
  });
}

/** Lines that arrive early are kept for later questions. */
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
      // Without a terminal there is no Enter, so end the line of the prompt here.
      stdout.write('\n');
      return line;
    },
    close: () => lines?.close(),
  };
}
