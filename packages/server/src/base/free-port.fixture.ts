import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below the ports that systems assign to programs that ask for any. */
const FIRST = 10_000;
const COUNT = 20_000;

/**
 * A free port for a server that has to be told one, or that listens on the same one after a restart. No
 * other program is assigned it meanwhile, as could happen with a port that a probe was assigned.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + Math.floor(Math.random() * COUNT);
    const probe = createServer().listen(port, '127.0.0.1');
    const isFree = await once(probe, 'listening').then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EADDRINUSE') throw error;
        return false;
      },
    );
    if (!isFree) continue;
    probe.close();
    await once(probe, 'close');
    return port;
  }
}
