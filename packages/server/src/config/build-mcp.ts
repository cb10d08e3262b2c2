import type { AgentToolEntry } from '../agents/build-agents.ts';
import type { Tool } from '../agents/tool.ts';
import { connectMcp, type McpConnection } from '../tools/mcp.ts';
import { camelKeys } from '../base/camel-keys.ts';
import type { ToolPlace } from './build-tools.ts';
import { didYouMean } from '../base/closest.ts';
import { ConfigError, type ConfigProblem } from './error.ts';
import { errorAt, problemAt, type Placed } from './placed.ts';
import type { AgentComponent } from './schema/agent.ts';
import type { McpToolComponent, ToolComponent } from './schema/tool.ts';
import { messageOf } from '../base/message-of.ts';

/** The MCP servers of a configuration, connected. */
export interface McpServers {
  /** Of all of them. */
  readonly tools: readonly Tool[];
  /**
   * The tools for a name in an agent's `tools`: those of an MCP server, else the one with that
   * name.
   */
  readonly entriesOf: (
    agent: Placed<AgentComponent>,
    entry: string,
    index: number,
  ) => readonly AgentToolEntry[];
  /** Refuses policies of an agent for tools that a server does not have. */
  readonly checkPolicies: (agent: Placed<AgentComponent>) => void;
  readonly close: () => Promise<void>;
}

/** Whether a tool is an MCP server, with its own tools. */
export function isMcp(component: ToolComponent): component is McpToolComponent {
  return 'kind' in component && component.kind === 'mcp';
}

/**
 * Connects to all servers, or to none: unreachable ones are reported with their location in the
 * file.
 */
export async function connectMcpServers(
  components: readonly Placed<ToolComponent>[],
  place: ToolPlace,
): Promise<McpServers> {
  const connections = new Map<string, McpConnection>();
  const problems: ConfigProblem[] = [];
  const close = async (): Promise<void> => {
    await Promise.all([...connections.values()].map((connection) => connection.close()));
  };
  await Promise.all(
    components.map(async (placed) => {
      const { component } = placed;
      if (!isMcp(component)) return;
      try {
        connections.set(component.name, await connect(component, place));
      } catch (error) {
        const key = component.url === undefined ? 'command' : 'url';
        const message = `the MCP server cannot be used: ${messageOf(error)}`;
        problems.push(problemAt(placed, [key], message));
      }
    }),
  );
  if (problems.length > 0) {
    await close();
    throw new ConfigError(problems);
  }

  /** Refuses a name of an MCP tool that its server does not have. */
  function check(agent: Placed<AgentComponent>, path: (string | number)[], name: string): void {
    for (const [server, { tools }] of connections) {
      const prefix = `mcp__${server}__`;
      if (!name.startsWith(prefix)) continue;
      if (tools.some((tool) => tool.name === name)) return;
      const own = tools.map((tool) => tool.name.slice(prefix.length));
      const wanted = name.slice(prefix.length);
      const message = `the MCP server "${server}" has no tool "${wanted}".${didYouMean(wanted, own)} Expected one of: ${own.join(', ')}.`;
      throw errorAt(agent, path, message);
    }
  }

  return {
    tools: [...connections.values()].flatMap(({ tools }) => tools),
    entriesOf(agent, entry, index) {
      check(agent, ['tools', index], entry);
      return connections.get(entry)?.tools ?? [entry];
    },
    checkPolicies(agent) {
      for (const name of Object.keys(agent.component.tool_policies)) {
        check(agent, ['tool_policies', name], name);
      }
    },
    close,
  };
}

function connect(component: McpToolComponent, place: ToolPlace): Promise<McpConnection> {
  const { type: _type, kind: _kind, command, url, env, headers, ...rest } = component;
  const settings = camelKeys(rest);
  if (url !== undefined) return connectMcp({ ...settings, url, headers });
  const [program = '', ...args] = command ?? [];
  const { workspace } = place;
  return connectMcp({ ...settings, command: [program, ...args], env, workspace });
}
