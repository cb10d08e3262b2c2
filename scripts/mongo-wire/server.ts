import { createServer, type Socket } from 'node:net';
import { createCommands } from './commands.ts';
import { asFailure } from './failure.ts';
import { createReader, readCommand, type Command } from './messages.ts';

/** A server for MongoDB drivers. */
export interface WireServer {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts a server on a free port of this machine. It is not MongoDB: it keeps documents in memory,
 * in one process, and evaluates queries, updates and pipelines with mingo. It supports the commands
 * that our store sends and refuses all others, and has no replicas, change streams, locks, query
 * planner or disk.
 */
export async function startWireServer(): Promise<WireServer> {
  const answer = createCommands();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // A client that is killed resets its connection.
    socket.on('error', () => socket.destroy());
    socket.setNoDelay(true);
    const read = createReader();
    socket.on('data', (chunk) => {
      try {
        for (const message of read(chunk)) {
          const command = readCommand(message);
          if (command.name === 'hello' && command.takesMore) greetAgain(socket, command);
          else socket.write(command.reply(answerOf(command.name, command.body)));
        }
      } catch {
        // Invalid messages get no reply.
        socket.destroy();
      }
    });
  });

  /** The state of this server never changes, so a waiting driver gets the same reply. */
  function greetAgain(socket: Socket, { name, body, reply }: Command): void {
    const greeting = setInterval(
      () => socket.write(reply(answerOf(name, body), true)),
      Number(body['maxAwaitTimeMS']),
    );
    socket.on('close', () => clearInterval(greeting));
  }

  function answerOf(name: string, body: Record<string, unknown>): Record<string, unknown> {
    try {
      return answer(name, body);
    } catch (error) {
      const { code, message, details } = asFailure(error);
      return { ok: 0, code, errmsg: message, ...details };
    }
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return {
    url: `mongodb://127.0.0.1:${address.port}`,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
