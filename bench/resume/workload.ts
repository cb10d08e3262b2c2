/** What each side is asked to do: start, wait for a person, be approved, run the tool, finish. */
export interface Subject {
  /** Makes a conversation of so many messages, and returns its id. */
  prepare(messages: number): Promise<string>;
  /** Forgets what preparing left in memory. */
  restart(): Promise<void>;
  /** One message, one call that is approved, one last word. Throws unless the tool ran once. */
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
  return `Message ${index}: ${'the build fails in the second step and nobody knows why; '.repeat(7)}`;
}

/** What the model calls the tool with. */
export const COMMAND = 'npm run build -- --filter @acme/web --mode production';

/** What the model says in the end. */
export const LAST_WORD = 'The build is done.';
