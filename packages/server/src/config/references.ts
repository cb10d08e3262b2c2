import { didYouMean } from '../base/closest.ts';
import type { KeyPath } from './document.ts';
import type { ConfigProblem } from './error.ts';
import { labelOf, problemAt, type Placed } from './placed.ts';
import type { AgentComponent, ToolEntry } from './schema/agent.ts';
import type { Component } from './schema/component.ts';
import { BUILTIN_TOOLS } from './schema/tool.ts';

/** The name under which an agent has a tool. */
function toolNameOf(entry: ToolEntry): string {
  if (typeof entry === 'string') return entry;
  return 'agent' in entry ? entry.agent : entry.name;
}

/** The components of a type, in the order in which they were read. */
export function componentsOf<Type extends Component['type']>(
  all: readonly Placed[],
  type: Type,
): readonly Placed<Extract<Component, { type: Type }>>[] {
  return all.filter(
    (read): read is Placed<Extract<Component, { type: Type }>> => read.component.type === type,
  );
}

/** Duplicates: of names, and of components of which there is at most one. */
export function findDuplicates(all: readonly Placed[]): readonly ConfigProblem[] {
  const seen = new Map<string, Placed>();
  return all.flatMap((read) => {
    const { component } = read;
    const single = component.type === 'server' || component.type.endsWith('_store');
    const key = single ? component.type : labelOf(component);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, read);
      return [];
    }
    const where = `${first.file}:${first.lineOf([])}`;
    const message = single
      ? `there is one already (${where}). Expected at most one ${component.type}.`
      : `the name is taken (${where}). Expected a name that no other ${component.type} has.`;
    return [problemAt(read, single ? [] : ['name'], message)];
  });
}

function missing(
  read: Placed,
  path: KeyPath,
  kind: string,
  name: string,
  known: readonly string[],
): ConfigProblem {
  const rest =
    known.length === 0 ? `No ${kind} is defined.` : `Expected one of: ${known.join(', ')}.`;
  return problemAt(read, path, `no ${kind} is named "${name}".${didYouMean(name, known)} ${rest}`);
}

/** Unresolved references of agents, and duplicate tools of an agent. */
export function findMissing(all: readonly Placed[]): readonly ConfigProblem[] {
  const names = (type: Component['type']): string[] =>
    componentsOf(all, type).map(({ component }) => ('name' in component ? component.name : ''));
  const models = names('model');
  const tools = [...new Set([...BUILTIN_TOOLS, ...names('tool')])];
  const agents = names('agent');
  const servers = componentsOf(all, 'tool').flatMap(({ component }) =>
    'kind' in component && component.kind === 'mcp' ? [component.name] : [],
  );
  /** The MCP server of a tool. Which tools it has is only known once it is connected. */
  const serverOf = (tool: string): string | undefined =>
    servers.find((server) => tool.startsWith(`mcp__${server}__`));
  return componentsOf(all, 'agent').flatMap((read) => {
    const { component: agent } = read;
    const problems: ConfigProblem[] = [];
    if (typeof agent.model === 'string' && !models.includes(agent.model)) {
      problems.push(missing(read, ['model'], 'model', agent.model, models));
    }
    const own = new Set<string>();
    agent.tools.forEach((entry, index) => {
      const path = ['tools', index];
      const name = toolNameOf(entry);
      const server = serverOf(name);
      const withServer = server !== undefined && agent.tools.includes(server);
      if (own.has(name) || withServer) {
        problems.push(problemAt(read, path, `"${name}" is listed twice.`));
      }
      own.add(name);
      if (typeof entry === 'string' && !tools.includes(name) && server === undefined) {
        const isAgent = agents.includes(name) ? ` An agent is listed as {agent: ${name}}.` : '';
        const problem = missing(read, path, 'tool', name, tools);
        problems.push({ ...problem, message: problem.message + isAgent });
      }
      if (typeof entry === 'object' && 'agent' in entry) {
        if (!agents.includes(name)) problems.push(missing(read, path, 'agent', name, agents));
        else if (!/^[A-Za-z0-9_.-]{1,128}$/.test(name)) {
          const message = `"${name}" cannot be the name of a tool. Expected letters, digits, "_", "-" and ".".`;
          problems.push(problemAt(read, path, message));
        }
      }
    });
    for (const type of ['permission_store', 'session_store'] as const) {
      const name = agent[type];
      const known = names(type);
      if (name !== undefined && !known.includes(name)) {
        problems.push(missing(read, [type], type, name, known));
      }
    }
    for (const name of Object.keys(agent.tool_policies)) {
      if (servers.includes(name)) {
        const message = `"${name}" is an MCP server. Expected its tools by name: mcp__${name}__TOOL.`;
        problems.push(problemAt(read, ['tool_policies', name], message));
        continue;
      }
      if (own.has(name) || own.has(serverOf(name) ?? '')) continue;
      problems.push(missing(read, ['tool_policies', name], 'tool of this agent', name, [...own]));
    }
    return problems;
  });
}

/**
 * Agents in build order: each after those that are its tools. An agent that is its own tool, even
 * indirectly, is a problem.
 */
export function orderAgents(agents: readonly Placed<AgentComponent>[]): {
  readonly ordered: readonly Placed<AgentComponent>[];
  readonly problems: readonly ConfigProblem[];
} {
  const byName = new Map(agents.map((read) => [read.component.name, read]));
  const ordered = new Set<Placed<AgentComponent>>();
  const problems: ConfigProblem[] = [];
  const visit = (read: Placed<AgentComponent>, above: readonly string[]): void => {
    if (ordered.has(read)) return;
    const path = [...above, read.component.name];
    read.component.tools.forEach((entry, index) => {
      if (typeof entry === 'string' || !('agent' in entry)) return;
      const nested = byName.get(entry.agent);
      if (nested === undefined) return;
      if (path.includes(entry.agent)) {
        const circle = [...path.slice(path.indexOf(entry.agent)), entry.agent].join(' → ');
        const message = `agents call each other in a cycle: ${circle}.`;
        problems.push(problemAt(read, ['tools', index], message));
      } else visit(nested, path);
    });
    ordered.add(read);
  };
  for (const read of agents) visit(read, []);
  return { ordered: [...ordered], problems };
}
