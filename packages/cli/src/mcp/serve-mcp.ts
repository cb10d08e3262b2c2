import { mcpNameProblem } from '@hitl/server/tools';
import type { CliIo } from '../process/io.ts';
import { UsageError } from '../process/usage-error.ts';
import { createServerGate } from '../remote/server-client.ts';
import { createElicitations, type Answerer } from './elicitation.ts';
import { createGateway } from './gateway.ts';
import { serveHttp } from './http.ts';
import { serveStdio } from './stdio.ts';

/** Flags of `mcp`, as typed. */
export interface McpFlags {
  readonly name: string;
  readonly server: string;
  readonly tokenFile?: string;
  readonly url?: string;
  readonly listen?: number;
  readonly user: string;
  readonly agent?: string;
  readonly session?: string;
  /** Who answers what the MCP server asks its user. */
  readonly elicitation: Answerer;
  /** Milliseconds. */
  readonly wait: number;
}

/** Runs the gateway until its server, its client or a signal ends it. */
export async function serveMcp(
  program: readonly string[],
  flags: McpFlags,
  io: CliIo,
): Promise<number> {
  const { name, server, tokenFile, url, listen, user, agent, wait } = flags;
  const problem = mcpNameProblem(name);
  if (problem !== undefined) throw new UsageError(`--name: ${problem}`);
  if (program.length > 0 === (url !== undefined)) {
    throw new UsageError('Expected either -- COMMAND… or --url URL.');
  }
  if ((url === undefined) !== (listen === undefined)) {
    throw new UsageError('Expected --url and --listen together.');
  }
  const asked = {
    gate: createServerGate(server, io, { ...(tokenFile !== undefined && { tokenFile }) }),
    name,
    sessionId: flags.session ?? `mcp-${name}-${crypto.randomUUID()}`,
    userId: user,
    agentId: agent,
    waitMs: wait,
  };
  const elicitations = createElicitations({ ...asked, answerer: flags.elicitation });
  const gateway = createGateway({
    ...asked,
    onTrouble: (message) => void io.stderr.write(`hitl: ${message}\n`),
  });
  if (url === undefined || listen === undefined)
    return serveStdio(gateway, elicitations, program, io);
  return serveHttp({ gateway, elicitations }, { url, port: listen }, io);
}
