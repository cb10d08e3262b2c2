import { readFileSync, statSync } from 'node:fs';
import { createTokenAuthenticate, type Authenticate } from '@hitl/server';

/** How often the file is looked at, at most. */
const LOOK_MS = 1000;

/** Options of a token file. */
export interface TokenFile {
  readonly path: string;
  /** Called with the reason why the file cannot be used; until it can, no token is accepted. */
  readonly onError: (message: string) => void;
  /** Milliseconds of a monotonic clock. Default: the machine's. */
  readonly now?: () => number;
}

/**
 * Knows callers by the tokens of a file, which is read again when it has changed: a token that is
 * taken out is worth nothing a second later.
 * @throws Error when it cannot be read or used at first
 */
export async function createTokenFileAuthenticate({
  path,
  onError,
  now = () => performance.now(),
}: TokenFile): Promise<Authenticate> {
  let seen = stateOf(path);
  let current = await createTokenAuthenticate(readFileSync(path, 'utf8'));
  let looked = now();
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const state = stateOf(path);
    if (state === seen) return;
    seen = state;
    try {
      current = await createTokenAuthenticate(readFileSync(path, 'utf8'));
    } catch (error) {
      // The last good tokens may be the very ones that were to end.
      current = () => null;
      onError(error instanceof Error ? error.message : String(error));
    }
  }

  return async (request) => {
    if (looking === undefined && now() - looked >= LOOK_MS) {
      looked = now();
      looking = look().finally(() => (looking = undefined));
    }
    await looking;
    return current(request);
  };
}

/** Which content it has, as far as this shows without reading it. A pipe has no other later. */
function stateOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return statSync(path).isFile() ? [dev, ino, size, mtimeNs, ctimeNs].join() : 'no file';
  } catch {
    return 'gone';
  }
}
