import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Mastra } from '@mastra/core';
import { Agent } from '@mastra/core/agent';
import { InMemoryStore } from '@mastra/core/storage';
import { createTool } from '@mastra/core/tools';
import { LibSQLStore } from '@mastra/libsql';
import { simulateReadableStream } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';
import { onTestFinished } from 'vitest';
import * as z from 'zod';
import { partsOf, resultOf } from '../ai-sdk/sdk.fixture.ts';
import type { ScriptedTurn } from '../ai-sdk/sdk.fixture.ts';

// Tests send no telemetry.
process.env['MASTRA_TELEMETRY_DISABLED'] = '1';

type AgentConfig = ConstructorParameters<typeof Agent>[0];
type Tools = NonNullable<AgentConfig['tools']>;
type Model = AgentConfig['model'];

/** A call that the model makes. */
export type ScriptedCall = NonNullable<ScriptedTurn['calls']>[number];

export const mailTo = (to: string): ScriptedCall => ({
  id: `call_${to}`,
  name: 'mail',
  args: { to },
});

/** A tool that records its effects. */
export const mailTool = (sent: string[], requireApproval = true) =>
  createTool({
    id: 'mail',
    description: 'Sends a mail',
    inputSchema: z.object({ to: z.string() }),
    requireApproval,
    execute: async ({ to }) => {
      sent.push(to);
      return `sent to ${to}`;
    },
  });

/** A model that makes these calls in each message in turn, then says that it is done. */
export function createScriptedModel(...turns: readonly (readonly ScriptedCall[])[]): {
  readonly model: Model;
  /** The prompts of the model as JSON, call by call. */
  readonly prompts: readonly string[];
} {
  const prompts: string[] = [];
  const turnAfter = (prompt: unknown): ScriptedTurn => {
    const text = JSON.stringify(prompt);
    prompts.push(text);
    const calls = turns[text.split('"role":"tool"').length - 1];
    return calls === undefined ? { text: 'Done.' } : { calls };
  };
  const model = new MockLanguageModelV4({
    doStream: ({ prompt }) =>
      Promise.resolve({ stream: simulateReadableStream({ chunks: partsOf(turnAfter(prompt)) }) }),
    doGenerate: ({ prompt }) => Promise.resolve(resultOf(turnAfter(prompt))),
  });
  // Mastra declares what models return a little differently from the SDK.
  return { model: model as never, prompts };
}

type Storage = NonNullable<NonNullable<ConstructorParameters<typeof Mastra>[0]>['storage']>;

/** A database file. Each call of what is returned opens it, as each process does. */
export function createDatabase(): () => Storage {
  const folder = mkdtempSync(join(tmpdir(), 'hitl-mastra-'));
  const { href: url } = pathToFileURL(join(folder, 'mastra.db'));
  const open: LibSQLStore[] = [];
  onTestFinished(async () => {
    for (const store of open) await store.close();
    rmSync(folder, { recursive: true });
  });
  return () => {
    const store = new LibSQLStore({ id: `store-${open.length}`, url });
    open.push(store);
    return store;
  };
}

/** Parts of an agent. */
export interface ClerkOptions {
  readonly model: Model;
  readonly tools?: Tools;
  readonly helper?: Agent;
  readonly storage?: Storage;
}

/** An agent of Mastra named `clerk`. */
export function createClerk({
  model,
  tools = {},
  helper,
  storage = new InMemoryStore(),
}: ClerkOptions): Agent {
  const clerk = new Agent({
    id: 'clerk',
    name: 'clerk',
    instructions: 'Write mails.',
    model,
    tools,
    ...(helper !== undefined && { agents: { helper } }),
  });
  const agents = { clerk, ...(helper !== undefined && { helper }) };
  return new Mastra({ agents, storage, logger: false }).getAgent('clerk');
}
