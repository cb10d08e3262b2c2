import { createHitl, type Hitl } from '../create-hitl.ts';
import { createScriptedModel } from '../models/scripted.ts';
import type { ToolDescriptor } from '@hitl/permissions';
import {
  contextOf,
  permissionCases,
  type CaseContext,
  type PermissionCase,
} from '../../../permissions/src/permission-cases.fixture.ts';
import type { Tool } from '../agents/tool.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { PermissionStore } from '../store/permission-store.ts';

function toolOf(name: string, { kind, arg, safeArgs = [] }: ToolDescriptor): Tool {
  return {
    name,
    parameters: { type: 'object' },
    permission: { kind, safeArgs, ...(arg !== undefined && { arg }) },
    execute: () => Promise.reject(new Error('a check executes nothing')),
  };
}

/** The reply of a server for a case, over HTTP only. */
export interface CaseAnswer {
  /** The rules that were refused, with the status of the refusal. */
  readonly refused: readonly { readonly rule: string; readonly status: number }[];
  /** The status of the check, if it is not 200. */
  readonly status?: number;
  /** The decision, with `needs_auth` in the terms of the cases. */
  readonly decision?: string;
}

/** A real server in the context of a case, with the tools of all cases. */
export interface CaseServer {
  /** Saves the rules of a case for a new user, and checks its call. */
  evaluate(one: PermissionCase): Promise<CaseAnswer>;
  close(): Promise<void>;
}

/** Starts the server of a context. The store is closed with it. */
function serveCases(
  overrides: Partial<CaseContext> | undefined,
  permissionStore: PermissionStore,
): CaseServer {
  const { now, tools: described, ...ruleContext } = contextOf(overrides);
  const named = new Set(permissionCases.map(({ tool }) => tool));
  const others = [...named].filter((name) => !Object.hasOwn(described, name));
  const tools = [
    ...Object.entries(described).map(([name, descriptor]) => toolOf(name, descriptor)),
    ...others.map((name) => toolOf(name, { kind: 'json' })),
  ];
  const hitl: Hitl = createHitl({
    agents: [{ name: 'agent' }],
    models: [createScriptedModel({ name: 'script', turns: [] })],
    tools,
    // The result of a case must not depend on how busy the machine is.
    ruleContext: { ...ruleContext, clock: () => 0 },
    permissionStore,
    sessionStore: createMemoryStore({ now: () => Date.parse(now) }),
  });
  async function post(path: string, body: unknown): Promise<{ status: number; body: unknown }> {
    const response = await hitl.fetch(
      new Request(`http://localhost/permissions/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    );
    return { status: response.status, body: await response.json() };
  }
  return {
    async evaluate({ id, rules, tool, args }) {
      const refused: { rule: string; status: number }[] = [];
      for (const { effect, rule, expires_at } of rules) {
        const { status } = await post(`${id}/${effect}`, { resource: rule, expires_at });
        if (status !== 200) refused.push({ rule, status });
      }
      const { status, body } = await post(`${id}/check`, { tool_name: tool, tool_args: args });
      if (status !== 200) return { refused, status };
      const { decision } = body as { decision: string };
      return { refused, decision: decision === 'needs_auth' ? 'ask' : decision };
    },
    close: () => hitl.close(0),
  };
}

/** Servers for cases, one per context; each case has its own user. */
export function createCaseServers(open: () => Promise<PermissionStore>): CaseServer {
  const servers = new Map<string, Promise<CaseServer>>();
  return {
    async evaluate(one) {
      const world = JSON.stringify(one.context ?? {});
      const server = servers.get(world) ?? open().then((store) => serveCases(one.context, store));
      servers.set(world, server);
      return (await server).evaluate(one);
    },
    async close() {
      for (const server of servers.values()) await (await server).close();
    },
  };
}
