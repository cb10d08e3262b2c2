/** Where a command writes to. */
export interface CliOutput {
  /** Whether a person sees it at a terminal. */
  readonly isTTY?: boolean;
  /** Size of the terminal in characters. */
  readonly columns?: number;
  readonly rows?: number;
  write(text: string): unknown;
  /** Calls `listener` once no one can read the output, which then no longer ends the process. */
  on?(event: 'error', listener: () => void): unknown;
}

/** What a command has of the process that it runs in. `process` fits. */
export interface CliIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly stdout: CliOutput;
  readonly stderr: CliOutput;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Calls `listener` at each of these signals, which then no longer end the process. */
  on(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
  off(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP', listener: () => void): unknown;
}
