import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  CallToolRequestSchema,
  ListToolsRequestSchema,
  type CallToolResult,
  type ProgressNotification,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js';

const text = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const none = { type: 'object', properties: {} };

const TOOLS = [
  { name: 'echo', description: 'Says it.', inputSchema: text, annotations: { readOnlyHint: true } },
  { name: 'note', inputSchema: text },
  { name: 'refuse', inputSchema: none },
  { name: 'look', inputSchema: none },
  { name: 'environment', inputSchema: none },
  { name: 'wait', inputSchema: none },
  { name: 'die', inputSchema: none },
  { name: 'flood', inputSchema: none },
] as Tool[];

/**
 * A test server based on the official SDK. It records its calls in `notes.txt` of a folder, lists
 * its tools in pages of three, and reads the description of `echo` from `description.txt`, if there
 * is one.
 */
export function createFixtureServer(folder: string): Server {
  const server = new Server({ name: 'fixture', version: '1.0.0' }, { capabilities: { tools: {} } });
  const note = (line: string): void => appendFileSync(join(folder, 'notes.txt'), `${line}\n`);
  const other = join(folder, 'description.txt');
  const tools = TOOLS.map((tool) =>
    tool.name === 'echo' && existsSync(other)
      ? { ...tool, description: readFileSync(other, 'utf8') }
      : tool,
  );
  server.setRequestHandler(ListToolsRequestSchema, ({ params }) => {
    const from = Number(params?.cursor ?? 0);
    const page = tools.slice(from, from + 3);
    return { tools: page, ...(from + 3 < tools.length && { nextCursor: String(from + 3) }) };
  });
  server.setRequestHandler(
    CallToolRequestSchema,
    async ({ params }, { signal, sendNotification }) => {
      const { text: said = '' } = (params.arguments ?? {}) as { text?: string };
      const parts = (...content: CallToolResult['content']): CallToolResult => ({ content });
      const words = (line: string): CallToolResult => parts({ type: 'text', text: line });
      switch (params.name) {
        case 'echo':
          return { ...words(`You said: ${said}`), structuredContent: { said } };
        case 'note':
          note(said);
          await tellProgress(params, sendNotification);
          // The reply shows that earlier messages were read.
          await server.ping();
          return words('noted');
        case 'refuse':
          return { ...words('not today'), isError: true };
        case 'look':
          return parts(
            { type: 'text', text: 'A picture:' },
            { type: 'image', mimeType: 'image/png', data: 'AAAA' },
            { type: 'resource_link', name: 'plan', uri: 'file:///plan.txt' },
            { type: 'resource', resource: { uri: 'file:///a.txt', text: 'in full' } },
            { type: 'resource', resource: { uri: 'file:///b.bin', blob: 'AAAAAAAA' } },
          );
        case 'environment':
          return words(Object.keys(process.env).toSorted().join(' '));
        case 'wait':
          writeFileSync(join(folder, 'ready'), 'waiting');
          await new Promise((resolve) => signal.addEventListener('abort', resolve));
          writeFileSync(join(folder, 'ready'), 'cancelled');
          return words('too late');
        case 'flood':
          process.stdout.write('x'.repeat(11 * 1024 * 1024));
          return words('told');
        case 'die':
          return process.exit(3);
        default:
          throw new Error(`no tool is named ${params.name}`);
      }
    },
  );
  return server;
}

/** Reports progress if the caller wants it, including one invalid report. */
async function tellProgress(
  {
    _meta: meta,
  }: { readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined },
  send: (notification: ProgressNotification) => Promise<void>,
): Promise<void> {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return;
  for (const [progress, message] of [
    [1, 'half'],
    [-1, 'nonsense'],
    [2, 'all'],
  ] as const) {
    const params = { progressToken, progress, total: 2, message };
    await send({ method: 'notifications/progress', params });
  }
}

if (import.meta.main) {
  const [, , folder = ''] = process.argv;
  if (folder === 'broken') {
    process.stderr.write('no configuration found\n');
    process.exit(7);
  }
  await createFixtureServer(folder).connect(new StdioServerTransport());
}
