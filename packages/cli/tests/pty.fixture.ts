import { spawn } from '@lydell/node-pty';
import { onTestFinished } from 'vitest';

/** A program with its own terminal. */
export interface PtyProcess {
  /** The output of the terminal so far, without colors. */
  readonly shown: () => string;
  /** Resolves once this is on the screen; rejects if the program ends before. */
  sees(text: string | RegExp): Promise<void>;
  /** Types; `\r` is Enter, `\u0003` Ctrl+C, `\u0004` Ctrl+D. */
  type(text: string): void;
  /** Closes the terminal, as a person closes its window. */
  hangUp(): void;
  readonly ended: Promise<{ readonly code: number }>;
}

/** Starts a program at a pseudo-terminal. It is killed at the end of the test. */
export function startAtTerminal(
  program: string,
  args: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Record<string, string> },
): PtyProcess {
  const pty = spawn(program, [...args], {
    name: 'xterm',
    cols: 100,
    rows: 30,
    cwd,
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], TERM: 'xterm', ...env },
  });
  let shown = '';
  const listeners = new Set<() => void>();
  pty.onData((data) => {
    shown += data;
    for (const listener of listeners) listener();
  });
  const ended = new Promise<{ code: number }>((resolve) => {
    pty.onExit(({ exitCode }) => resolve({ code: exitCode }));
  });
  // oxlint-disable-next-line no-control-regex -- terminal output contains control characters
  const text = (): string => shown.replaceAll(/\u001B\[[0-9;?]*[A-Za-z]/g, '').replaceAll('\r', '');
  let over = false;
  void ended.then(() => {
    over = true;
    return undefined;
  });
  onTestFinished(async () => {
    if (!over) pty.kill('SIGKILL');
    await ended;
  });
  return {
    shown: text,
    ended,
    type: (keys) => pty.write(keys),
    hangUp: () => (pty as { destroy?: () => void }).destroy?.(),
    sees: (wanted) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          const all = text();
          const found = typeof wanted === 'string' ? all.includes(wanted) : wanted.test(all);
          if (found) resolve();
        };
        listeners.add(look);
        look();
        void ended.then(() => reject(new Error(`the program ended: ${text()}`)));
      }),
  };
}
