import { mcpNameProblem } from '@hitl/server/tools';
import type { CliIo } from '../process/io.ts';
import { UsageError } from '../process/usage-error.ts';
import { createServerGate } from '../remote/server-client.ts';
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
  const gateway = createGateway({
    gate: createServerGate(server, io, { ...(tokenFile !== undefined && { tokenFile }) }),
    name,
    sessionId: flags.session ?? `mcp-${name}-${crypto.randomUUID()}`,
    userId: user,
    agentId: agent,
    waitMs: wait,
    onTrouble: (message) => void io.stderr.write(`hitl: ${message}\n`),
  });
  if (url === undefined || listen === undefined) return serveStdio(gateway, program, io);
  return serveHttp(gateway, { url, port: listen }, io);
}
