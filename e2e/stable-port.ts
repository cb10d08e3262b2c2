import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * A free port for a server that is killed and started again. It is below the ports that systems hand out
 * by themselves: one of those could belong to another server or connection by the time it is needed again.
 */
export async function stablePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    const listening = once(server, 'listening');
    server.listen(port, '127.0.0.1');
    await listening;
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}
