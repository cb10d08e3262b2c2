import { createHitl, createScriptedModel, defineTool } from '@hitl/server';

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

export const hitl = createHitl({
  agents: [{ name: 'clerk' }],
  tools: [mail],
  models: [model],
  basePath: '/hitl',
});
