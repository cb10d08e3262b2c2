/** The workload of each side: start, wait for a person, be approved, run the tool, finish. */
export interface Subject {
  /** Creates a conversation with this many messages, and returns its id. */
  prepare(messages: number): Promise<string>;
  /** Drops everything that preparing left in memory. */
  restart(): Promise<void>;
  /** One message, one call that is approved, one final message. Throws unless the tool ran once. */
  cycle(conversation: string): Promise<void>;
  close(): Promise<void>;
}

/** Where a side keeps its rows: a file of SQLite, or a database of PostgreSQL. */
export interface Place {
  readonly kind: 'sqlite' | 'postgres';
  readonly url: string;
}

/** As long as a message of a conversation about code. */
export function messageOf(index: number): string {
  return `Message ${index}: ${'the build fails in the second step and no one knows why; '.repeat(7)}`;
}

/** The arguments of the model's call. */
export const COMMAND = 'npm run build -- --filter @acme/web --mode production';

/** The final message of the model. */
export const LAST_WORD = 'The build is done.';
