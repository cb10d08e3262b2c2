/** Log levels, from least to most output. */
export const LOG_LEVELS = ['silent', 'error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Writes one line per message. */
export type Log = Readonly<Record<Exclude<LogLevel, 'silent'>, (message: string) => void>>;

/** Writes `warn: message` lines of this level and of more severe ones. */
export function createLog(level: LogLevel, write: (line: string) => unknown): Log {
  const at = (own: LogLevel) => (message: string) => {
    if (LOG_LEVELS.indexOf(own) > LOG_LEVELS.indexOf(level)) return;
    // A line break in a message must not look like another message.
    write(`${own}: ${message.replaceAll(/\r?\n/g, '\n  ')}\n`);
  };
  return { error: at('error'), warn: at('warn'), info: at('info'), debug: at('debug') };
}
