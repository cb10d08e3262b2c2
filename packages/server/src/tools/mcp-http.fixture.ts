import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { onTestFinished } from 'vitest';
import { createFixtureServer } from './mcp-server.fixture.ts';

/** An HTTP server that keeps sessions in memory. */
export interface HttpFixture {
  readonly url: string;
  readonly headers: IncomingHttpHeaders[];
  /** Drops its sessions, like a new process at the same address. */
  restart(): Promise<void>;
}

/** Starts the server on a free port; it is closed with the test. */
export async function serveMcp(folder: string): Promise<HttpFixture> {
  const headers: IncomingHttpHeaders[] = [];
  let transport = await session(folder);
  const server = createServer((request, response) => {
    headers.push(request.headers);
    void transport.handleRequest(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(async () => {
    await transport.close();
    server.close();
    server.closeAllConnections();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    headers,
    async restart() {
      await transport.close();
      transport = await session(folder);
    },
  };
}

async function session(folder: string): Promise<StreamableHTTPServerTransport> {
  const transport = new StreamableHTTPServerTransport({
    sessionIdGenerator: () => crypto.randomUUID(),
  });
  await createFixtureServer(folder).connect(transport);
  return transport;
}
