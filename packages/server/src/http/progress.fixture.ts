import type { Run, ToolProgress } from '@hitl/protocol';
import { onTestFinished } from 'vitest';
import type { Tool, ToolContext, ToolOutput } from '../agents/tool.ts';
import { newLedger, scripted } from '../engine/engine.fixture.ts';
import type { EngineOptions } from '../engine/options.ts';
import { served, type Reading, type Served } from './served.fixture.ts';

/** A tool that runs until the test ends it. */
export interface OpenTool {
  readonly tool: Tool;
  /** Resolves to the context of the running tool. */
  readonly running: Promise<ToolContext>;
  readonly finish: (output: ToolOutput) => void;
}

/** A promise and its resolve function. */
export function promised<T>(): {
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
