import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import {
  McpServer,
  type ServerContext,
  acceptedContent,
  createMcpHandler,
  inputRequired,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { z } from 'zod';

// An MCP server of the SDK 2.x, of the revision 2026-07-28: `node mcp-server-v2.fixture.ts LEDGER [http]`.
const [ledger = '', way = 'stdio'] = process.argv.slice(2);

/** The name that the user gave, or the result that asks for it. */
function asked(context: ServerContext): string | ReturnType<typeof inputRequired> {
  const answer = acceptedContent<{ name: string }>(context.mcpReq.inputResponses, 'who');
  if (answer !== undefined) return answer.name;
  return inputRequired({
    inputRequests: {
      who: inputRequired.elicit({
        message: 'Who signs?',
        requestedSchema: { type: 'object', properties: { name: { type: 'string' } } },
      }),
    },
    requestState: 'asked-who',
  });
}

function newServer(): McpServer {
  const server = new McpServer({ name: 'notes', version: '2.0.0' });
  server.registerTool(
    'write',
    { inputSchema: z.object({ text: z.string() }), annotations: { destructiveHint: true } },
    ({ text }) => {
      appendFileSync(ledger, `${text}\n`);
      return { content: [{ type: 'text', text: `kept ${text}` }] };
    },
  );
  server.registerTool(
    'sign',
    { inputSchema: z.object({ text: z.string() }) },
    ({ text }, context) => {
      const name = asked(context);
      if (typeof name !== 'string') return name;
      appendFileSync(ledger, `${text} ${name}\n`);
      return { content: [{ type: 'text', text: `${text}, signed ${name}` }] };
    },
  );
  const place = z.string().meta({ 'x-mcp-header': 'Place' });
  server.registerTool(
    'route',
    { inputSchema: z.object({ text: z.string(), to: z.object({ place: place.optional() }) }) },
    ({ to }) => ({ content: [{ type: 'text', text: `to ${to.place}` }] }),
  );
  server.registerPrompt('letter', {}, (context) => {
    const name = asked(context);
    if (typeof name !== 'string') return name;
    return { messages: [{ role: 'user', content: { type: 'text', text: `Sign for ${name}.` } }] };
  });
  server.registerResource('card', 'card://own', {}, (uri, context) => {
    const name = asked(context);
    return typeof name === 'string' ? { contents: [{ uri: uri.href, text: name }] } : name;
  });
  return server;
}

if (way === 'stdio') {
  serveStdio(newServer);
} else {
  const handler = createMcpHandler(newServer);
  const http = createServer((request, response) => {
    void (async () => {
      const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
      const hasBody = request.method === 'POST';
      const answered = await handler.fetch(
        new Request(`http://127.0.0.1${request.url ?? '/'}`, {
          method: request.method ?? 'GET',
          headers: headers as [string, string][],
          ...(hasBody && { body: Readable.toWeb(request) as ReadableStream, duplex: 'half' }),
        }),
      );
      response.writeHead(answered.status, Object.fromEntries(answered.headers));
      for await (const chunk of answered.body ?? []) response.write(chunk);
      response.end();
    })();
  });
  http.listen(0, '127.0.0.1', () => {
    const address = http.address();
    const port = typeof address === 'object' ? address?.port : 0;
    console.log(`http://127.0.0.1:${port}/mcp`);
  });
}
