import { Readable } from 'node:stream';
import { main, type ProgramName } from '../src/main.ts';

/** Exit code and output of a command line. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. */
export async function runMain(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  name?: ProgramName,
  input: readonly string[] = [],
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const to = (stream: keyof typeof written) => ({
    write: (text: string, done?: () => void) => {
      written[stream] += text;
      done?.();
    },
  });
  const nothing = () => undefined;
  const stdin = Readable.from(input);
  const io = { stdin, stdout: to('stdout'), stderr: to('stderr'), env, on: nothing, off: nothing };
  return { code: await main(argv, io, name), ...written };
}
