/** An output of a command. */
export interface CliOutput {
  /** Whether it is a terminal. */
  readonly isTTY?: boolean;
  /** Size of the terminal in characters. */
  readonly columns?: number;
  readonly rows?: number;
  /** `written` is called once the text has left this process, or with why it cannot be written. */
  write(text: string, written?: (error?: Error | null) => void): unknown;
  /** Calls `listener` once the output is closed, which then does not end the process. */
  on?(event: 'error', listener: () => void): unknown;
}

/** The parts of a process that a command uses. `process` fits. */
export interface CliIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls `listener` on each of these signals, which then do not end the process. */
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}
