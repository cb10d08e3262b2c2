import type { InteractionRequest, Run, RunEvent } from '@hitl/protocol';
import { onTestFinished } from 'vitest';
import { ledgerTool, scripted, world, type Ledger } from '../../src/engine/engine.fixture.ts';
import { createHandler } from '../../src/http/handler.ts';
import { serve } from '../../src/node/index.ts';
import type { Tool } from '../../src/agents/tool.ts';
import type { SessionStore } from '../../src/store/store.ts';

/** A response over HTTP. */
export interface Reply<T = Record<string, unknown>> {
  readonly status: number;
  readonly body: T;
}

/**
 * A server on a real port whose agent proposes the same calls in two runs, with a tool that needs
 * consent.
 */
export interface Deployment {
  post<T = Record<string, unknown>>(
    path: string,
    body: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply<T>>;
  get<T = Record<string, unknown>>(path: string): Promise<Reply<T>>;
  remove(path: string): Promise<{ readonly status: number }>;
  /** Starts a run and returns its requests once it is suspended. */
  ask(): Promise<{ readonly run: Run; readonly requests: readonly InteractionRequest[] }>;
  pending(): Promise<readonly InteractionRequest[]>;
  /** The events of a run until it ends or is suspended. */
  rest(runId: string): Promise<readonly RunEvent[]>;
  close(): Promise<void>;
}

/** The calls in a model's first turn. */
type Calls = readonly { readonly id: string; readonly name: string; readonly args: unknown }[];

/** Deploys the tool with this definition, on a store that outlives the deployment. */
export async function deploy(
  store: SessionStore,
  ledger: Ledger,
  definition: Partial<Tool>,
  calls: Calls = [{ id: 'call_1', name: 'work', args: { to: 'a' } }],
): Promise<Deployment> {
  const names = [...new Set(calls.map(({ name }) => name))];
  const tools = names.map((name) =>
    ledgerTool(ledger, name, { requiresConsent: true, ...definition }),
  );
  const { agent } = scripted([{ calls }, { text: 'done' }, { calls }, { text: 'done' }], tools);
  const { engine } = world([agent], ledger, { store });
  const server = await serve({ handler: createHandler({ engine, authenticate: 'none' }), port: 0 });
  let isOpen = true;
  async function close(): Promise<void> {
    if (!isOpen) return;
    isOpen = false;
    await server.close(1000);
    await engine.close(1000);
    await engine.feed.close();
  }
  onTestFinished(close);
  async function call<T>(path: string, init?: RequestInit): Promise<Reply<T>> {
    const response = await fetch(server.url + path, init);
    return { status: response.status, body: (await response.json()) as T };
  }
  const post = <T>(path: string, body: unknown, headers = {}): Promise<Reply<T>> =>
    call<T>(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json', ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  const get = <T>(path: string): Promise<Reply<T>> => call<T>(path);
  async function pending(): Promise<readonly InteractionRequest[]> {
    const { body } = await get<{ interactions: InteractionRequest[] }>(
      '/interactions?status=pending',
    );
    return body.interactions;
  }
  async function rest(runId: string): Promise<readonly RunEvent[]> {
    const { body: run } = await get<Run>(`/runs/${runId}`);
    const key = { tenantId: 'default', sessionId: run.session_id };
    const { signal } = new AbortController();
    const events: RunEvent[] = [];
    for await (const { event } of engine.feed.run(key, run.root_run_id, {
      until: 'rest',
      signal,
    })) {
      if (event !== undefined && 'seq' in event) events.push(event);
    }
    return events;
  }
  return {
    post,
    get,
    remove: (path) =>
      fetch(server.url + path, {
        method: 'DELETE',
        headers: { 'content-type': 'application/json' },
      }),
    pending,
    rest,
    close,
    async ask() {
      const { body: run } = await post<Run>('/runs', { agent_id: 'agent', input: 'go' });
      await rest(run.id);
      return { run, requests: await pending() };
    },
  };
}

/** An approval for this call only. */
export function approve(request: InteractionRequest): Record<string, unknown> {
  return {
    request_id: request.id,
    type: 'confirm',
    action: 'approve',
    remember: { scope: 'once' },
  };
}
