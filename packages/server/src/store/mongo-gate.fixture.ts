import { createServer, connect, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { mongoHost, mongoUrl } from './mongo.fixture.ts';

/** A proxy between clients and the MongoDB of the tests. */
export interface MongoGate {
  /** The URL of a database behind it. */
  url(database: string): string;
  /** Cuts every connection and lets nobody in, until `open`. */
  shut(): void;
  /** Loses whatever is said from now on, as a network does that is cut in two, until `open`. */
  lose(): void;
  /** Lets what is said now reach the database, and cuts each connection on which it answers. */
  loseAnswers(): void;
  /** Lets everybody in; what was lost stays lost. */
  open(): void;
  /** Whether a client has said this. */
  heard(text: string): boolean;
}

/** Opens a gate, which is gone after the test. For files named `*.mongo.test.ts`. */
export async function openMongoGate(): Promise<MongoGate> {
  const { host, port } = mongoHost();
  const clients = new Set<Socket>();
  const losing = new Set<Socket>();
  const deaf = new Set<Socket>();
  const said: Buffer[] = [];
  let isShut = false;
  let isLosing = false;

  const server = createServer((client) => {
    if (isShut) {
      client.destroy();
      return;
    }
    const upstream = connect({ host, port });
    const cut = (): void => {
      client.destroy();
      upstream.destroy();
    };
    clients.add(client);
    if (isLosing) losing.add(client);
    client.on('data', (chunk: Buffer) => {
      said.push(chunk);
      if (!losing.has(client)) upstream.write(chunk);
    });
    upstream.on('data', (chunk: Buffer) => {
      if (deaf.has(client)) cut();
      else if (!losing.has(client)) client.write(chunk);
    });
    for (const socket of [client, upstream]) {
      socket.on('error', cut);
      socket.on('close', cut);
    }
    client.on('close', () => {
      clients.delete(client);
      losing.delete(client);
    });
  });
  const ownPort = await listen(server);

  function cutAll(): void {
    for (const client of clients) client.destroy();
  }
  onTestFinished(() => {
    isShut = true;
    cutAll();
    server.close();
  });

  return {
    url: (database) => mongoUrl(database, `127.0.0.1:${ownPort}`),
    shut() {
      isShut = true;
      cutAll();
    },
    lose() {
      isLosing = true;
      for (const client of clients) losing.add(client);
    },
    loseAnswers() {
      for (const client of clients) deaf.add(client);
    },
    open() {
      isShut = false;
      isLosing = false;
      // Nobody would answer there any more.
      for (const client of losing) client.destroy();
    },
    heard: (text) => Buffer.concat(said).includes(text),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      if (typeof address === 'object' && address !== null) resolve(address.port);
    });
  });
}
