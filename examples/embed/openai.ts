import { createHitl, createOpenAiModel, defineTool } from '@hitl/server';

const mail = defineTool({
  name: 'mail',
  parameters: { type: 'object', properties: { to: { type: 'string' } }, required: ['to'] },
  requiresConsent: true,
  execute: async ({ to }) => `Sent to ${to}`,
});
const model = createOpenAiModel({
  name: 'main',
  baseUrl: 'https://api.openai.com/v1',
  model: 'gpt-5-mini',
  apiKey: process.env.OPENAI_API_KEY ?? '',
});
export const hitl = createHitl({
  agents: [{ name: 'clerk' }],
  tools: [mail],
  models: [model],
  basePath: '/hitl',
});
