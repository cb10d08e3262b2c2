import type { InteractionRequest, RunEvent } from '@hitl/protocol';
import { createFeed } from '../streams/create-feed.ts';
import { createLocalBus } from '../store/bus/local.ts';
import type { ModelChunk, ModelRequest } from '../agents/model.ts';
import type { Tool, ToolContext, ToolOutput } from '../agents/tool.ts';
import { createMemoryPermissionStore } from '../store/memory-permissions.ts';
import { createMemoryStore } from '../store/memory.ts';
import type { PermissionStore } from '../store/permission-store.ts';
import type { SessionStore } from '../store/store.ts';
import { AGENT_DEFAULTS, type Agent } from '../agents/agent.ts';
import type { Caller } from '../store/caller.ts';
import { createEngine } from './create-engine.ts';
import type { EngineOptions } from './options.ts';
import type { Engine } from './engine.ts';
import type { Result } from '../base/result.ts';

/** A call in a scripted turn. */
export interface ScriptedCall {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
}

/** One turn of a script: calls, or the final text. */
export type Turn = { readonly calls: readonly ScriptedCall[] } | { readonly text: string };

/** A model that plays turns and records its requests. */
export interface Script {
  readonly requests: ModelRequest[];
  readonly agent: Agent;
}

/** The executions of tools, in order. */
export interface Ledger {
  readonly runs: { tool: string; args: Readonly<Record<string, unknown>>; key: string }[];
}

export const ALICE: Caller = {
  tenantId: 'default',
  userId: 'alice',
  reviewer: false,
  anyUser: false,
};
export const BOB: Caller = { ...ALICE, userId: 'bob' };

/** An agent that plays the turns with these tools. */
export function scripted(
  turns: readonly Turn[],
  tools: readonly Tool[],
  options: Partial<Agent> = {},
): Script {
  const requests: ModelRequest[] = [];
  const agent: Agent = {
    name: 'agent',
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    ...AGENT_DEFAULTS,
    ...options,
    model: {
      name: 'script',
      // oxlint-disable-next-line require-await -- a model is asynchronous by contract
      async *generate(request): AsyncIterable<ModelChunk> {
        requests.push(request);
        const turn = turns[request.turn] ?? { text: '(end of script)' };
        if ('text' in turn) {
          yield { type: 'text', text: turn.text };
          return;
        }
        for (const { id, name, args } of turn.calls) {
          yield {
            type: 'tool_call',
            id,
            name,
            arguments: typeof args === 'string' ? args : JSON.stringify(args),
          };
        }
      },
    },
  };
  return { requests, agent };
}

/** A tool that records every execution in the ledger. */
export function ledgerTool(
  ledger: Ledger,
  name: string,
  options: Partial<Tool> = {},
  run: (args: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<ToolOutput> = (
    args,
  ) => Promise.resolve(`${name} ran ${JSON.stringify(args)}`),
): Tool {
  return {
    name,
    parameters: { type: 'object' },
    ...options,
    async execute(args, context) {
      ledger.runs.push({ tool: name, args, key: context.idempotencyKey });
      return run(args, context);
    },
  };
}

/** One server: an engine with given or new stores. */
export interface World {
  readonly engine: Engine;
  readonly store: SessionStore;
  readonly permissions: PermissionStore;
  readonly ledger: Ledger;
  readonly errors: unknown[];
}

export function world(
  agents: readonly Agent[],
  ledger: Ledger,
  options: Partial<EngineOptions> & { store?: SessionStore } = {},
): World {
  const store = options.store ?? createMemoryStore();
  const permissions = options.permissions ?? createMemoryPermissionStore();
  const bus = createLocalBus();
  const errors: unknown[] = [];
  const engine = createEngine({
    store,
    permissions,
    bus,
    feed: createFeed({ store, bus }),
    agents,
    onError: (error) => errors.push(error),
    ...options,
  });
  return { engine, store, permissions, ledger, errors };
}

export function newLedger(): Ledger {
  return { runs: [] };
}

/** The value of a result, which must be a success. */
export function valueOf<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`${result.problem.code}: ${result.problem.detail}`);
}

/** Follows a run until it ends or is suspended, and returns all of its events. */
export async function settle(engine: Engine, caller: Caller, runId: string): Promise<RunEvent[]> {
  const { key, run } = valueOf(await engine.getRun(caller, runId));
  const events: RunEvent[] = [];
  const { signal } = new AbortController();
  for await (const frame of engine.feed.run(key, run.root_run_id, { until: 'rest', signal })) {
    if (frame.event !== undefined && 'seq' in frame.event) events.push(frame.event);
  }
  return events;
}

/** The pending requests, in call order. */
export async function pendingOf(engine: Engine, caller: Caller): Promise<InteractionRequest[]> {
  const page = valueOf(await engine.listInteractions(caller, { status: 'pending', limit: 200 }));
  return [...page.items];
}

/** Starts a run and follows it until it ends or is suspended. */
export async function start(
  engine: Engine,
  caller: Caller,
  input: { agent_id?: string; input?: string; session_id?: string } = {},
): Promise<{ run_id: string; session_id: string; events: RunEvent[] }> {
  const { run } = valueOf(
    await engine.createRun(caller, { agent_id: 'agent', input: 'go', ...input }),
  );
  return {
    run_id: run.id,
    session_id: run.session_id,
    events: await settle(engine, caller, run.id),
  };
}

/** The types of events, for tests of their order. */
export function typesOf(events: readonly RunEvent[]): string[] {
  return events.map(({ type }) => type);
}
