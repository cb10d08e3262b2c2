import { readFileSync, statSync } from 'node:fs';
import { createTokenAuthenticate, type Authenticate } from '@hitl/server';
import { messageOf } from '../process/message-of.ts';

/** Minimum interval of checks of the file. */
const LOOK_MS = 1000;

/** Options of a token file. */
export interface TokenFile {
  readonly path: string;
  /** Called with the reason why the file cannot be used; while it cannot, no token is accepted. */
  readonly onError: (message: string) => void;
  /** Milliseconds of a monotonic clock. Default: the machine's. */
  readonly now?: () => number;
}

/**
 * Authenticates callers by the tokens in a file, which is re-read when it changes: a removed token
 * becomes invalid within a second.
 * @throws Error if the file cannot be used at first
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
      // Not the last valid tokens, which may be the ones that were to be removed.
      current = () => null;
      onError(messageOf(error));
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

/** Identifies the content of a file without reading it. A pipe can be read only once. */
function stateOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return statSync(path).isFile() ? [dev, ino, size, mtimeNs, ctimeNs].join() : 'no file';
  } catch {
    return 'gone';
  }
}
