import { isDeepStrictEqual } from 'node:util';
import { HitlError } from '@hitl/protocol/endpoints';
import type { CallToolResult, Progress, Tool as Offered } from '@modelcontextprotocol/sdk/types.js';
import type { Tool, ToolContext, ToolOutput } from '../agents/tool.ts';
import { defineTool } from '../agents/define-tool.ts';
import { openMcpLink, type McpLink } from './mcp-link.ts';
import { mcpNameProblem } from './mcp-name.ts';
import { readMcpResult } from './mcp-result.ts';
import type { McpAddress, McpProgram } from './mcp-link.ts';
import { settingsOf, type ToolSettings } from './tool-settings.ts';
import { messageOf } from '../base/message-of.ts';

/** Options of a connection to an MCP server. Settings apply to all of its tools. */
export type McpOptions = (McpProgram | McpAddress) &
  Omit<ToolSettings, 'description'> & {
    /** Part of the names of its tools: `mcp__NAME__TOOL`. */
    readonly name: string;
    /** Maximum time for a start, in milliseconds. Default 30,000. */
    readonly connectTimeoutMs?: number;
  };

/** A connection to an MCP server, with its tools. */
export interface McpConnection {
  /** The tools that the server had when it was connected. */
  readonly tools: readonly Tool[];
  /** Ends the session and the program. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 30_000;
/** The maximum delay of a timer. A tool's own time limit arrives as an abort. */
const NO_TIMEOUT_MS = 2_147_483_647;
const MAX_PAGES = 100;

/**
 * Connects to an MCP server with the package `@modelcontextprotocol/sdk`, and offers its tools like
 * any others: rules see all arguments as JSON, and `mcp__NAME__TOOL(*)` matches all calls of a
 * tool.
 *
 * A tool with the server's hint that it is read-only counts as `pure`, any other as `at_most_once`.
 * If the server is gone, it is started or connected again before the next call, and must then
 * describe the tool as before. It gets the same environment as a command tool, and `LOGNAME`,
 * `SHELL` and `USER`. Progress that it reports is shown to people. A server that sends a message of
 * more than 10 MiB counts as gone; a program is stopped. A call without a result, since the connection
 * failed or a response over HTTP ended early and could not be resumed, fails as one that may have run.
 *
 * @throws HitlError `mcp_missing`, `mcp_unreachable`, `mcp_unusable`
 */
export async function connectMcp(options: McpOptions): Promise<McpConnection> {
  const { name, connectTimeoutMs: timeoutMs = CONNECT_TIMEOUT_MS } = options;
  const problem = mcpNameProblem(name);
  if (problem !== undefined) {
    throw new HitlError('mcp_unusable', `"${name}" cannot name an MCP server: ${problem}`);
  }
  const open = () => openMcpLink(options, timeoutMs);
  const first = await open();
  let current: Promise<McpLink> = Promise.resolve(first);
  let closed = false;

  /** The current session, or a new one if its server is gone. */
  async function linkFor(offered: Offered): Promise<McpLink> {
    const held = current;
    const link = await held.catch(() => undefined);
    if (link?.gone() === false) return link;
    if (closed) throw new Error(`the MCP server ${name} is closed`);
    // If several calls find it gone, one of them opens the next session.
    if (held === current) current = open();
    const next = await current;
    if (closed) await next.close();
    const again = (await listTools(next)).find((tool) => tool.name === offered.name);
    if (again !== undefined && isDeepStrictEqual(again, offered)) return next;
    throw new Error(
      `the MCP server ${name} was restarted and describes ${offered.name} differently; restart this server to accept that`,
    );
  }

  const call: Call = async (offered, args, context, isRepeated = false) => {
    const link = await linkFor(offered);
    try {
      return readMcpResult(await callTool(link, offered.name, args, context));
    } catch (error) {
      if (context.signal.aborted) throw error;
      if (!isRepeated && link.refused(error)) {
        // The server has not run the call, so it may be sent again.
        await link.close();
        return call(offered, args, context, true);
      }
      const why = link.lost(error);
      if (why === undefined) throw error;
      const message = `the MCP server ${name} gave no result: ${why}. Its tool may or may not have run`;
      throw new Error(message, { cause: error });
    }
  };

  try {
    const offers = await listTools(first);
    return {
      tools: offers.map((offered) => toolOf(offered, options, call)),
      async close() {
        closed = true;
        const link = await current.catch(() => undefined);
        await link?.close();
      },
    };
  } catch (error) {
    const why = first.lost(error);
    await first.close();
    if (why === undefined) throw error;
    throw new HitlError('mcp_unreachable', why, { cause: error });
  }
}

type Call = (
  offered: Offered,
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
  isRepeated?: boolean,
) => Promise<ToolOutput>;

function toolOf(offered: Offered, options: McpOptions, call: Call): Tool {
  const name = `mcp__${options.name}__${offered.name}`;
  const readOnly = offered.annotations?.readOnlyHint === true;
  try {
    return defineTool({
      name,
      ...(offered.description !== undefined && { description: offered.description }),
      parameters: offered.inputSchema,
      permission: { kind: 'json' },
      source: {
        mcp: 'url' in options ? options.url : options.command,
        // Included in the digest: titles and hints also tell a person what the tool does.
        offered,
      },
      effects: readOnly ? 'pure' : 'at_most_once',
      ...settingsOf(options),
      execute: (args, context) => call(offered, args, context),
    });
  } catch (cause) {
    throw new HitlError('mcp_unusable', messageOf(cause), { cause });
  }
}

async function listTools({ client }: McpLink): Promise<readonly Offered[]> {
  const tools: Offered[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const list = await client.listTools(cursor === undefined ? {} : { cursor });
    tools.push(...list.tools);
    cursor = list.nextCursor;
    if (cursor === undefined) return tools;
  }
  throw new HitlError('mcp_unusable', `its list of tools has more than ${MAX_PAGES} pages`);
}

async function callTool(
  { client }: McpLink,
  name: string,
  args: Readonly<Record<string, unknown>>,
  { signal, progress, confirm }: ToolContext,
): Promise<CallToolResult> {
  const params = { name, arguments: { ...args } };
  const options = {
    signal,
    timeout: NO_TIMEOUT_MS,
    onprogress: (said: Progress) => tell(said, progress),
  };
  await confirm?.();
  return (await client.callTool(params, undefined, options)) as CallToolResult;
}

/** Invalid progress is ignored, since only the server's result matters. */
function tell({ progress, total, message }: Progress, say: ToolContext['progress']): void {
  try {
    say({ progress, total, text: message });
  } catch {
    // For example a negative number.
  }
}
