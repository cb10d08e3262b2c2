import type { Run, ToolProgress } from '@hitl/protocol';
import { expect, onTestFinished } from 'vitest';
import type { Tool, ToolContext, ToolOutput } from '../agents/tool.ts';
import { newLedger, scripted } from '../engine/engine.fixture.ts';
import type { EngineOptions } from '../engine/options.ts';
import { served, type Reading, type Served } from './served.fixture.ts';
import type { SharedStores } from './shared-stores.fixture.ts';

/** A tool that runs until the test ends it. */
export interface OpenTool {
  readonly tool: Tool;
  /** Resolves to the context of the running tool. */
  readonly running: Promise<ToolContext>;
  readonly finish: (output: ToolOutput) => void;
}

/** A promise and its resolve function. */
function promised<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
} {
  let resolve: ((value: T) => void) | undefined;
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve: (value) => resolve?.(value) };
}

/** A tool that runs until the test ends it. */
export function openTool(name = 'copy'): OpenTool {
  const running = promised<ToolContext>();
  const end = promised<ToolOutput>();
  // Ends the tool after any test, so that the server can close.
  onTestFinished(() => end.resolve('ended'));
  return {
    running: running.promise,
    finish: (output) => end.resolve(output),
    tool: {
      name,
      parameters: { type: 'object' },
      requiresConsent: false,
      execute(_, context) {
        running.resolve(context);
        return end.promise;
      },
    },
  };
}

/** A server whose agent makes one call of a tool. */
export async function servedTool(
  tool: Tool,
  args: Readonly<Record<string, unknown>> = {},
  on: Partial<EngineOptions> = {},
): Promise<Served> {
  const calls = [{ id: 'call_1', name: tool.name, args }];
  const { agent } = scripted([{ calls }, { text: 'done' }], [tool]);
  return served({ ledger: newLedger(), on: { ...on, agents: [agent] } });
}

export async function startRun(server: Served): Promise<Run> {
  return (await server.post<Run>('/runs', { agent_id: 'agent', input: 'go' })).body;
}

/** The data and the id of the next `tool_progress` event. */
export async function nextProgress(
  events: Reading,
): Promise<{ id: string | undefined; event: ToolProgress }> {
  const { id, data } = (await events.until('tool_progress')).at(-1) ?? { id: '', data: '' };
  return { id, event: JSON.parse(data) as ToolProgress };
}

/** More than PostgreSQL takes as one notification. */
export const longText: string = '\u0001'.repeat(2000);

/** What another server on the same stores shows of a tool that says so twice: a short and a long text. */
export async function progressElsewhere(
  shared: SharedStores,
): Promise<readonly [short: ToolProgress['data'], long: ToolProgress['data']]> {
  const listening = promised<void>();
  const { tool, running, finish } = openTool();
  const here = await servedTool(tool, {}, shared());
  const there = await servedTool(
    tool,
    {},
    shared(() => listening.resolve()),
  );
  const run = await startRun(here);
  const context = await running;
  const events = await there.follow(`/runs/${run.id}/events`);
  await events.until('tool_started');
  await listening.promise;
  context.progress({ progress: 1, total: 3, text: 'Copying ä' });
  const short = await nextProgress(events);
  context.progress({ progress: 2, text: longText });
  const long = await nextProgress(events);
  finish('copied');
  const rest = await events.until('run_completed');
  events.hangUp();
  expect(rest.map(({ event }) => event)).not.toContain('tool_progress');
  return [short.event.data, long.event.data];
}
