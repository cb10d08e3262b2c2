/** A server that is a program, speaking over its stdin and stdout. */
export interface McpProgram {
  /** Program and arguments; no shell reads them. */
  readonly command: readonly [string, ...string[]];
  /** The folder that it runs in. */
  readonly workspace: string;
  /** Names of variables of this process that it gets besides the usual ones. */
  readonly env?: readonly string[];
}

/** A server behind streamable HTTP. */
export interface McpAddress {
  readonly url: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}
