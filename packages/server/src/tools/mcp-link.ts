import { readFileSync } from 'node:fs';
import { HitlError } from '@hitl/protocol/endpoints';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { keepTail } from './captured-output.ts';
import { passedOn } from './child-environment.ts';
import { fetchWithin } from './mcp-body-limit.ts';
import { ENDED, settlingRequests } from './mcp-open-requests.ts';
import { messageOf } from '../base/message-of.ts';

/** A server that is a program, with stdin and stdout as its transport. */
export interface McpProgram {
  /** Program and arguments, without a shell. */
  readonly command: readonly [string, ...string[]];
  /** The working directory of the program. */
  readonly workspace: string;
  /** Names of variables of this process that it gets in addition to the usual ones. */
  readonly env?: readonly string[];
}

/** A server with streamable HTTP as its transport. */
export interface McpAddress {
  readonly url: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** An open session with a server. */
export interface McpLink {
  readonly client: Client;
  /** Whether the server is known to be gone. */
  readonly gone: () => boolean;
  /** Why a call failed that the server may have run; `undefined` if the server said that it failed. */
  readonly lost: (error: unknown) => string | undefined;
  /** Whether a call failed because the server does not know the session, and so has not run the call. */
  readonly refused: (error: unknown) => boolean;
  close(): Promise<void>;
}

const MAX_STDERR_BYTES = 4096;
const MAX_MESSAGE_MIB = 10;
const MAX_MESSAGE_BYTES = MAX_MESSAGE_MIB * 1024 * 1024;

/** Why a session with a server was ended that sent a message without end. */
const FLOODED = `it sent a message of more than ${MAX_MESSAGE_MIB} MiB`;

/** Opens a session. Fails if the server does not answer within `timeoutMs`. */
export async function openMcpLink(
  target: McpProgram | McpAddress,
  timeoutMs: number,
): Promise<McpLink> {
  const { Client } = await sdk(() => import('@modelcontextprotocol/sdk/client/index.js'));
  const { transport, said, refused, end } = await transportOf(target);
  const client = new Client({ name: 'hitl', version: version() }, { capabilities: {} });
  let gone = false;
  let flooded = false;
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- it is not an EventTarget
  client.onclose = () => {
    gone = true;
  };
  // oxlint-disable-next-line unicorn/prefer-add-event-listener -- as above
  client.onerror = ({ message }) => {
    if (flooded || !message.includes('exceeded maximum size')) return;
    flooded = true;
    // Over HTTP, nothing else would end the request.
    void client.close();
  };
  const close = async (): Promise<void> => {
    await end().catch(() => undefined);
    await client.close();
  };
  try {
    await client.connect(transport, { timeout: timeoutMs });
  } catch (cause) {
    await close();
    const why = flooded ? FLOODED : messageOf(cause);
    throw new HitlError('mcp_unreachable', [why, ...said()].join('\n'), { cause });
  }
  return {
    client,
    gone: () => gone,
    lost(error) {
      const { code, data } = error as { readonly code?: unknown; readonly data?: unknown };
      if (flooded) return FLOODED;
      if (data === ENDED) return ENDED;
      // The code is of the JSON-RPC error, of HTTP, or -1 for a response that is neither JSON nor a stream.
      const isAnswer = code !== undefined && code !== -1 && !(Number(code) >= 500);
      return gone || !isAnswer ? messageOf(error) : undefined;
    },
    refused,
    close,
  };
}

interface Wire {
  readonly transport: Transport;
  /** The last lines that a program wrote to stderr. */
  readonly said: () => readonly string[];
  readonly refused: McpLink['refused'];
  /** Ends the session on a server that has sessions. */
  readonly end: () => Promise<void>;
}

async function transportOf(target: McpProgram | McpAddress): Promise<Wire> {
  if ('url' in target) {
    const { StreamableHTTPClientTransport, StreamableHTTPError } = await sdk(
      () => import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    );
    const requestInit = { headers: { ...target.headers } };
    const transport = settlingRequests(
      (settling) =>
        new StreamableHTTPClientTransport(new URL(target.url), {
          requestInit,
          fetch: fetchWithin(MAX_MESSAGE_BYTES, settling),
        }),
    );
    return {
      transport,
      said: () => [],
      // 404 by the specification; 400 by servers that expect `initialize` first.
      refused: (error) =>
        error instanceof StreamableHTTPError && (error.code === 404 || error.code === 400),
      end: () => transport.terminateSession(),
    };
  }
  const { StdioClientTransport } = await sdk(
    () => import('@modelcontextprotocol/sdk/client/stdio.js'),
  );
  const [command, ...args] = target.command;
  const transport = new StdioClientTransport({
    command,
    args,
    cwd: target.workspace,
    env: passedOn(target.env),
    stderr: 'pipe',
    maxBufferSize: MAX_MESSAGE_BYTES,
  });
  const stderr = keepTail(MAX_STDERR_BYTES);
  transport.stderr?.on('data', (chunk: Uint8Array) => stderr.push(chunk));
  return {
    transport,
    said: () => (stderr.bytes === 0 ? [] : [stderr.text().trimEnd()]),
    refused: () => false,
    end: () => Promise.resolve(),
  };
}

async function sdk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    throw new HitlError(
      'mcp_missing',
      'MCP servers need the package @modelcontextprotocol/sdk. Install it next to @hitl/server.',
      { cause },
    );
  }
}

function version(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
