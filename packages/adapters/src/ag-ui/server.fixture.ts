import {
  createAskHumanTool,
  createHitl,
  createMemoryStore,
  createScriptedModel,
  defineTool,
  type AgentDefinition,
  type HitlOptions,
  type Hitl,
  type ScriptedTurn,
  type SessionStore,
} from '@hitl/server';
import { serve } from '@hitl/server/node';
import { onTestFinished } from 'vitest';
import { createAgUiHandler } from './agent.ts';

/** A server, its address, and what its tool sent. */
export interface ServedAgent {
  readonly hitl: Hitl;
  readonly sent: unknown[];
  readonly url: string;
  /** Ends the server, as a restart of its process does. */
  readonly close: () => Promise<void>;
}

/** A server of ours that speaks AG-UI, and what its tool sent. */
export async function serveAgent(
  turns: readonly ScriptedTurn[],
  settings: Pick<AgentDefinition, 'onNewMessage' | 'consentTimeoutMs'> = {},
  sessionStore: SessionStore = createMemoryStore(),
  options: Pick<HitlOptions, 'authenticate' | 'limits'> = {},
): Promise<ServedAgent> {
  const sent: unknown[] = [];
  const mail = defineTool({
    name: 'mail',
    description: 'Sends a mail',
    parameters: {
      type: 'object',
      properties: { to: { type: 'string' }, copies: { type: 'integer' } },
      required: ['to'],
    },
    requiresConsent: true,
    execute: (args) => {
      sent.push(args);
      return `Sent to ${args.to}`;
    },
  });
  const below = [
    { toolCalls: [{ id: 'n1', name: 'mail', args: { to: 'cid' } }] },
    { text: 'Helped: {{n1}}' },
  ];
  const hitl = createHitl({
    sessionStore,
    authenticate: () => ({ userId: 'ada', roles: ['reviewer'] }),
    ...options,
    agents: [
      {
        name: 'clerk',
        model: 'script',
        tools: ['mail', 'ask_human', { agent: 'helper' }],
        ...settings,
      },
      { name: 'helper', model: 'below', tools: ['mail'] },
    ],
    tools: [mail, createAskHumanTool()],
    models: [
      createScriptedModel({ name: 'script', turns }),
      createScriptedModel({ name: 'below', turns: below }),
    ],
  });
  const agUi = createAgUiHandler({ hitl, agentId: 'clerk' });
  const server = await serve({
    handler: { fetch: (request) => agUi(request) ?? hitl.fetch(request) },
    port: 0,
  });
  const close = async (): Promise<void> => {
    await Promise.all([server.close(), hitl.close()]);
  };
  onTestFinished(close);
  return { hitl, sent, url: server.url, close };
}
