import { main } from './main.ts';

/** How a command line ended, and all that it wrote. */
export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a command line in this process. */
export async function runMain(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const written = { stdout: '', stderr: '' };
  const to = (name: keyof typeof written) => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const nothing = () => undefined;
  const io = { stdout: to('stdout'), stderr: to('stderr'), env, on: nothing, off: nothing };
  return { code: await main(argv, io), ...written };
}
