import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

// An MCP server of the SDK 1.x: `node mcp-server-v1.fixture.ts LEDGER [http]`. Each effect is a
// line in LEDGER. Over HTTP it prints its URL.
const [ledger = '', way = 'stdio'] = process.argv.slice(2);

function newServer(): McpServer {
  const server = new McpServer({ name: 'notes', version: '1.0.0' });
  const write = { title: 'Write', inputSchema: { text: z.string() }, description: 'Keeps a note' };
  server.registerTool('write', { ...write, annotations: { destructiveHint: true } }, ({ text }) => {
    appendFileSync(ledger, `${text}\n`);
    return { content: [{ type: 'text', text: `kept ${text}` }] };
  });
  const greet = { inputSchema: {}, annotations: { readOnlyHint: true } };
  server.registerTool('greet', greet, async () => {
    const { action, content } = await server.server.elicitInput(
      {
        message: 'Your name?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      },
      { timeout: 180_000 },
    );
    const name = action === 'accept' ? String(content?.['name']) : action;
    appendFileSync(ledger, `greeted ${name}\n`);
    return { content: [{ type: 'text', text: `Hello ${name}` }] };
  });
  return server;
}

if (way === 'stdio') {
  await newServer().connect(new StdioServerTransport());
} else {
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const http = createServer((request, response) => {
    void (async () => {
      const known = sessions.get(String(request.headers['mcp-session-id']));
      const transport =
        known ??
        new StreamableHTTPServerTransport({
          sessionIdGenerator: () => crypto.randomUUID(),
          onsessioninitialized: (id) => void sessions.set(id, transport),
        });
      if (known === undefined) await newServer().connect(transport);
      await transport.handleRequest(request, response);
    })();
  });
  http.listen(0, '127.0.0.1', () => {
    const address = http.address();
    const port = typeof address === 'object' ? address?.port : 0;
    console.log(`http://127.0.0.1:${port}/mcp`);
  });
}
