/** Many readers of event streams that count events and do nothing else. */
import { connect, type Socket } from 'node:net';

/** Open streams. */
export interface Readers {
  /** Resolves when all streams together have read this many more events. */
  read(events: number): Promise<void>;
  close(): void;
}

const END = Buffer.from('\n\n');

/** Opens `count` streams and resolves when all have their headers. */
export async function openReaders(port: number, path: string, count: number): Promise<Readers> {
  let seen = 0;
  let wanted = Number.POSITIVE_INFINITY;
  let done: (() => void) | undefined;

  function open(): Promise<Socket> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let opened = false;
      socket.on('error', reject);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n`);
      socket.on('data', (chunk: Buffer) => {
        if (!opened) {
          opened = true;
          resolve(socket);
        }
        for (let at = chunk.indexOf(END); at !== -1; at = chunk.indexOf(END, at + 2)) seen += 1;
        if (seen >= wanted) done?.();
      });
    });
  }

  const sockets: Socket[] = [];
  for (let from = 0; from < count; from += 100) {
    const some = Array.from({ length: Math.min(100, count - from) }, open);
    sockets.push(...(await Promise.all(some)));
  }

  return {
    read(events) {
      wanted = seen + events;
      return new Promise((resolve) => {
        done = resolve;
        if (seen >= wanted) resolve();
      });
    },
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
