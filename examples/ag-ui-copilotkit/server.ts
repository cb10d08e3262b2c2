import { createAgUiHandler } from '@hitl/adapters/ag-ui';
import { createHitl, createScriptedModel, defineTool } from '@hitl/server';
import { serve } from '@hitl/server/node';

const mail = defineTool({
  name: 'mail',
  description: 'Sends a mail',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  requiresConsent: true,
  execute: async ({ to }) => `Sent to ${to}`,
});

// With a real model: createOpenAiModel({ name, baseUrl, model, apiKey }).
const model = createScriptedModel({
  name: 'script',
  turns: [{ toolCalls: [{ id: 'c1', name: 'mail', args: { to: 'ann' } }] }, { text: '{{c1}}' }],
});

const hitl = createHitl({ agents: [{ name: 'clerk' }], tools: [mail], models: [model] });
const agUi = createAgUiHandler({ hitl });

export const server = await serve({
  // With what starts and closes the server, so that `server.close()` ends all of it.
  handler: { ...hitl, fetch: (request) => agUi(request) ?? hitl.fetch(request) },
  port: Number(process.env['PORT'] ?? 8787),
});
