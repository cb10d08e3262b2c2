import {
  createAskHumanTool,
  createHitl,
  createScriptedModel,
  defineTool,
  type Hitl,
  type ScriptedTurn,
} from '@hitl/server';
import { serve } from '@hitl/server/node';
import { onTestFinished } from 'vitest';
import { createAgUiHandler } from './agent.ts';

/** A server, its address, and what its tool sent. */
export interface ServedAgent {
  readonly hitl: Hitl;
  readonly sent: unknown[];
  readonly url: string;
}

/** A server of ours that speaks AG-UI, and what its tool sent. */
export async function serveAgent(
  turns: readonly ScriptedTurn[],
  onNewMessage?: 'supersede',
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
    authenticate: () => ({ userId: 'ada', roles: ['reviewer'] }),
    agents: [
      {
        name: 'clerk',
        model: 'script',
        tools: ['mail', 'ask_human', { agent: 'helper' }],
        ...(onNewMessage !== undefined && { onNewMessage }),
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
  onTestFinished(async () => {
    await Promise.all([server.close(), hitl.close()]);
  });
  return { hitl, sent, url: server.url };
}
