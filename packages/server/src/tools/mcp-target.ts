/** A server that is a program, with stdin and stdout as its transport. */
export interface McpProgram {
  /** Program and arguments, without a shell. */
  readonly command: readonly [string, ...string[]];
  /** The working directory of the program. */
  readonly workspace: string;
  /** Names of variables of this process that it gets in addition to the usual ones. */
  readonly env?: readonly string[];
}

/** A server with streamable HTTP as its transport. */
export interface McpAddress {
  readonly url: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}
